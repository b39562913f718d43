package iccl.run.internal.launch;

import java.nio.file.Path;
import java.util.Map;

/** Where this user keeps what can be made again. */
public final class Caches {
    private Caches() {}

    /** Ours: {@code $XDG_CACHE_HOME/iccl}, else {@code ~/.cache/iccl}. */
    public static Path of(Map<String, String> environment) {
        String named = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path all = named.isEmpty() ? Path.of(environment.getOrDefault("HOME", "/root"), ".cache") : Path.of(named);
        return all.resolve("iccl");
    }
}
