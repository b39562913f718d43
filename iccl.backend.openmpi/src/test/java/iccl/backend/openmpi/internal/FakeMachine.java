package iccl.backend.openmpi.internal;

import iccl.backend.mpi.Machine;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A machine with these variables, files and programs. */
final class FakeMachine implements Machine {
    private final Map<String, String> environment = new HashMap<>();
    private final Map<String, String> properties = new HashMap<>();
    private final Map<Path, String> programs = new HashMap<>();
    private final Set<Path> files = new TreeSet<>();

    FakeMachine variable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    FakeMachine property(String name, String value) {
        properties.put(name, value);
        return this;
    }

    FakeMachine program(String path, String version) {
        programs.put(Path.of(path), version);
        return file(path);
    }

    /** It is there, but prints nothing, or hangs. */
    FakeMachine programThatFails(String path) {
        return file(path);
    }

    FakeMachine file(String path) {
        files.add(Path.of(path));
        return this;
    }

    @Override
    public Map<String, String> environment() {
        return environment;
    }

    @Override
    public String property(String name) {
        return properties.getOrDefault(name, "");
    }

    @Override
    public boolean isFile(Path path) {
        return files.contains(path);
    }

    @Override
    public List<String> list(Path folder) {
        return files.stream()
                .filter(file -> file.startsWith(folder) && !file.equals(folder))
                .map(file -> file.getName(folder.getNameCount()).toString())
                .distinct()
                .toList();
    }

    @Override
    public Optional<Path> program(String name) {
        return Optional.of(Path.of("/usr/bin", name)).filter(files::contains);
    }

    @Override
    public Optional<String> output(Path program, String... arguments) {
        return Optional.ofNullable(programs.get(program));
    }
}
