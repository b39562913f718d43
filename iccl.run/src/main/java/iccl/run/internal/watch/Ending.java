package iccl.run.internal.watch;

/**
 * Why the launcher ends a job before its ranks do.
 *
 * @param status the launcher's exit status
 * @param report the line for the user; empty when the failing rank's line says it all
 */
record Ending(int status, String report) {}
