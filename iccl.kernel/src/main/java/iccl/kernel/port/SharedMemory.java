package iccl.kernel.port;

/**
 * Memory that several processes of a machine map.
 *
 * @param address where this process has it
 * @param key by which others find it
 */
public record SharedMemory(long address, Key key) {
    /**
     * The way to shared memory from any process of the machine.
     *
     * @param process the process that made it, as its own process namespace numbers it
     * @param file the number of the file that stands for it there
     * @param identity what tells it from all other memory of the machine, so that a wrong way is noticed
     * @param bytes its length
     */
    public record Key(long process, int file, long identity, long bytes) {}

    /** The address behind its last byte. */
    public long end() {
        return address + key.bytes();
    }
}
