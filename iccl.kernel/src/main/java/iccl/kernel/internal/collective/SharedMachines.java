package iccl.kernel.internal.collective;

/** Makes machines that work through memory which the ranks share. */
public interface SharedMachines {
    /** For ranks that share none. */
    SharedMachines NONE = new SharedMachines() {
        @Override
        public Machine collective() {
            throw new IllegalStateException("the ranks share no memory");
        }

        @Override
        public Machine message(Machine transport) {
            return collective();
        }

        @Override
        public Machine hierarchical(Workbench bench) {
            return collective();
        }
    };

    /** For any collective. */
    Machine collective();

    /**
     * For Send and Recv.
     *
     * @param transport does it with the transport's messages
     */
    Machine message(Machine transport);

    /** For any collective of ranks on several machines, some of which share memory. */
    Machine hierarchical(Workbench bench);
}
