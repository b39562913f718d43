package iccl.kernel.internal.bootstrap;

/**
 * One rank's wish to join a communicator.
 *
 * @param identity names the communicator
 * @param size how many ranks it is to have
 * @param rank this rank's place in it
 */
record Meeting(Identity identity, int size, int rank) {
    /** The same on all members; tells apart parts of the world that are made at the same time. */
    int tag() {
        return (int) (identity.low() & 0x3FFF);
    }
}
