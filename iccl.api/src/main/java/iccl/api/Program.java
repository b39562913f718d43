package iccl.api;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A program that {@code icclrun NAME} can start on every rank: an OSGi service with the property {@value #NAME}. The
 * launcher hands it the library and its arguments.
 */
@ConsumerType
public interface Program {
    /** Service property: the name to run it by, such as {@code all_reduce}. */
    String NAME = "iccl.program";

    /** Service property: one line about it, for listings. */
    String DESCRIPTION = "iccl.program.description";

    /**
     * Runs on one rank.
     *
     * @param args what followed the program's name on the command line, unchanged
     * @return the rank's exit status, 0 to 255; 0 is success
     * @throws IcclException shown to the user as one line; any other exception is shown with its stack trace
     */
    int run(Iccl iccl, List<String> args) throws Exception;
}
