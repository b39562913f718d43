package iccl.kernel.port;

/**
 * One device of a platform.
 *
 * @param index what {@link Platform#select} takes
 * @param name for people: the model
 * @param memoryBytes all of its memory
 * @param address where it is: a PCI address, or empty
 */
public record Device(int index, String name, long memoryBytes, String address) {}
