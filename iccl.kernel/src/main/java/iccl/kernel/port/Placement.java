package iccl.kernel.port;

/**
 * A rank's place in the launcher's world.
 *
 * @param rank 0 to {@code size} - 1
 * @param size ranks in the world
 */
public record Placement(int rank, int size) {}
