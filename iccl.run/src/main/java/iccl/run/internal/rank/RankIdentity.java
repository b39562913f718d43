package iccl.run.internal.rank;

import java.util.Map;

/**
 * Which rank this process is, for messages.
 *
 * @param number empty when no launcher started this process
 */
record RankIdentity(String number) {
    static RankIdentity of(Map<String, String> environment) {
        String variable =
                switch (environment.getOrDefault("ICCL_LAUNCHER", "none")) {
                    case "ompi" -> "OMPI_COMM_WORLD_RANK";
                    case "mpich" -> "PMI_RANK";
                    default -> "ICCL_RANK";
                };
        return new RankIdentity(environment.getOrDefault(variable, ""));
    }

    String prefix() {
        return number.isEmpty() ? "" : "rank " + number + ": ";
    }
}
