package iccl.run.internal.start;

import iccl.run.internal.launch.UserMistake;
import iccl.run.internal.probe.ProbedNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Finds out before the start that a program which is shipped as it is cannot run on some node. */
final class ForeignProgram {
    private static final int HEADER_BYTES = 20;
    private static final int BYTE_ORDER_AT = 5;
    private static final int MACHINE_AT = 18;
    private static final byte BIG_ENDIAN = 2;
    /** The processors that ELF knows by these numbers, by the names that Linux gives them. */
    private static final Map<Integer, String> MACHINES =
            Map.of(3, "i686", 21, "ppc64le", 22, "s390x", 40, "armv7l", 62, "x86_64", 183, "aarch64", 243, "riscv64");

    private ForeignProgram() {}

    /** @throws UserMistake when it is for another processor than a node's */
    static void check(Path program, List<ProbedNode> nodes) throws IOException {
        String wanted = processor(program);
        for (ProbedNode node : nodes) {
            String there = node.facts().architecture();
            if (!wanted.isEmpty() && MACHINES.containsValue(there) && !wanted.equals(there)) {
                throw new UserMistake(
                        program.getFileName() + " was built for " + wanted + ", and "
                                + node.node().label() + " is " + there,
                        "let each node build it: --build ships the project and builds it there");
            }
        }
    }

    /** What an executable needs; empty for a script, and what we do not know. */
    static String processor(Path program) throws IOException {
        byte[] header;
        try (InputStream in = Files.newInputStream(program)) {
            header = in.readNBytes(HEADER_BYTES);
        }
        boolean isElf = header.length == HEADER_BYTES
                && header[0] == 0x7f
                && header[1] == 'E'
                && header[2] == 'L'
                && header[3] == 'F';
        if (!isElf) {
            return "";
        }
        int first = header[MACHINE_AT] & 0xff;
        int second = header[MACHINE_AT + 1] & 0xff;
        int machine = header[BYTE_ORDER_AT] == BIG_ENDIAN ? first << 8 | second : second << 8 | first;
        return MACHINES.getOrDefault(machine, "");
    }
}
