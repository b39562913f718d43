package iccl.kernel.internal.collective;

import iccl.api.Operation;

/** Makes machines that work through memory which the ranks share. */
public interface SharedMachines {
    /** For ranks that share none. */
    SharedMachines NONE = new SharedMachines() {
        @Override
        public Machine collective() {
            throw new IllegalStateException("the ranks share no memory");
        }

        @Override
        public Machine message(Workbench bench) {
            return collective();
        }

        @Override
        public Machine hierarchical(Workbench bench, Operation operation) {
            return collective();
        }
    };

    /** For any collective. */
    Machine collective();

    /** For Send and Recv between ranks of a machine. */
    Machine message(Workbench bench);

    /** For a collective of ranks on several machines, some of which share memory. */
    Machine hierarchical(Workbench bench, Operation operation);
}
