package iccl.run.internal.cluster;

import iccl.run.internal.launch.UserMistake;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The hosts that a batch system has given to the job that the launcher runs in. */
final class BatchSystem {
    private static final String HELP =
            "correct it, or name the hosts with -H or -c; -H localhost keeps to this machine";

    private final Map<String, String> environment;

    BatchSystem(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * Null outside of any.
     *
     * @throws UserMistake when what it says makes no sense
     */
    @Nullable
    Cluster find() {
        if (has("SLURM_JOB_NODELIST")) {
            return slurm("SLURM_JOB_NODELIST");
        }
        if (has("SLURM_NODELIST")) {
            return slurm("SLURM_NODELIST");
        }
        if (has("PBS_NODEFILE")) {
            return file("PBS_NODEFILE", "PBS");
        }
        if (has("LSB_DJOB_HOSTFILE")) {
            return file("LSB_DJOB_HOSTFILE", "LSF");
        }
        return has("LSB_MCPU_HOSTS") ? lsf() : null;
    }

    private boolean has(String name) {
        return !get(name).isBlank();
    }

    private String get(String name) {
        return environment.getOrDefault(name, "");
    }

    private String job(String name) {
        return has(name) ? " " + get(name) : "";
    }

    private Cluster slurm(String name) {
        List<String> hosts;
        List<Integer> counts;
        try {
            hosts = SlurmText.hosts(get(name));
        } catch (IllegalArgumentException e) {
            throw mistake(name, e.getMessage());
        }
        // How many tasks each node takes; without it, how many processors of each belong to the job.
        String countName = has("SLURM_TASKS_PER_NODE") ? "SLURM_TASKS_PER_NODE" : "SLURM_JOB_CPUS_PER_NODE";
        try {
            counts = SlurmText.counts(has(countName) ? get(countName) : "1(x" + hosts.size() + ")");
        } catch (IllegalArgumentException e) {
            throw mistake(countName, e.getMessage());
        }
        if (counts.size() != hosts.size()) {
            throw mistake(countName, "it counts " + counts.size() + " hosts, and " + name + " names " + hosts.size());
        }
        Mistakes mistakes = Mistakes.inOption(name + "=" + get(name));
        HostList list = new HostList(mistakes);
        for (int i = 0; i < hosts.size(); i++) {
            add(list, hosts.get(i), counts.get(i), mistakes);
        }
        return HostSource.cluster("the Slurm job" + job("SLURM_JOB_ID") + " (" + name + ")", list, mistakes);
    }

    /** {@code host1 4 host2 4} */
    private Cluster lsf() {
        String name = "LSB_MCPU_HOSTS";
        String[] words = get(name).strip().split("\\s+");
        if (words.length % 2 != 0) {
            throw mistake(name, "each host must be followed by a number");
        }
        Mistakes mistakes = Mistakes.inOption(name + "=" + get(name));
        HostList list = new HostList(mistakes);
        for (int i = 0; i < words.length; i += 2) {
            int count = HostText.number(words[i + 1], HostText.MOST_SLOTS, "number of slots", Place.START, mistakes);
            add(list, words[i], count, mistakes);
        }
        return HostSource.cluster("the LSF job" + job("LSB_JOBID") + " (" + name + ")", list, mistakes);
    }

    private static void add(HostList list, String host, int count, Mistakes mistakes) {
        HostText text = HostText.parse(host, HostText.Suffix.NONE, Place.START, mistakes);
        if (text != null) {
            list.add(text, count);
        }
    }

    private Cluster file(String name, String title) {
        Path file = Path.of(get(name));
        String job = job(title.equals("PBS") ? "PBS_JOBID" : "LSB_JOBID");
        return HostSource.ofFile(
                file, name + "=" + file, "the " + title + " job" + job + " (" + name + "=" + file + ")");
    }

    private UserMistake mistake(String name, @Nullable String what) {
        return new UserMistake(name + "=" + get(name) + ": " + what, HELP);
    }
}
