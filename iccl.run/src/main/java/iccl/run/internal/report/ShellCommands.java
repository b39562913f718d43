package iccl.run.internal.report;

import iccl.api.Program;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** Inside a container: the shell's commands of the scope {@code iccl}. Gogo prints what they return. */
@Component(
        service = ShellCommands.class,
        property = {
            "osgi.command.scope=iccl",
            "osgi.command.function=verdicts",
            "osgi.command.function=tunables",
            "osgi.command.function=programs"
        })
public final class ShellCommands {
    private final VerdictsComponent verdicts;
    private final TunablesComponent tunables;
    private final Map<String, String> programs = new ConcurrentSkipListMap<>();

    @Activate
    public ShellCommands(@Reference VerdictsComponent verdicts, @Reference TunablesComponent tunables) {
        this.verdicts = verdicts;
        this.tunables = tunables;
    }

    @Reference(service = Program.class, cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addProgram(Map<String, Object> properties) {
        programs.put(name(properties), String.valueOf(properties.getOrDefault(Program.DESCRIPTION, "")));
    }

    void removeProgram(Map<String, Object> properties) {
        programs.remove(name(properties));
    }

    private static String name(Map<String, Object> properties) {
        return String.valueOf(properties.get(Program.NAME));
    }

    /** What all probes found. */
    public String verdicts() {
        return ReportText.verdicts(verdicts.call());
    }

    /** The tunables and their values. */
    public String tunables() {
        return ReportText.tunables(tunables.call());
    }

    /** The programs that {@code icclrun} can run by name. */
    public String programs() {
        StringBuilder text = new StringBuilder();
        programs.forEach((name, description) -> text.append(String.format("  %-16s %s%n", name, description)));
        return text.toString();
    }
}
