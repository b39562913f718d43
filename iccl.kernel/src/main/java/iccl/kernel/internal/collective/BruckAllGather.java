package iccl.kernel.internal.collective;

import iccl.kernel.internal.pattern.Dissemination;

/**
 * AllGather in the manner of Bruck: in round k every rank has 2^k blocks, those of itself and of the ranks before it, and
 * gives them to the rank 2^k after it. Blocks lie in the receive buffer where they belong from the start; a run of blocks
 * that goes over the end is two messages.
 *
 * <p>Rounds: log2(ranks), rounded up. Bytes per rank: ranks - 1 blocks. No scratch. Chosen for small blocks.
 */
public final class BruckAllGather extends PipelinedMachine {
    public BruckAllGather(Workbench bench) {
        super(bench, 1);
    }

    @Override
    long prepare() {
        long own = call().recvAddress() + rank() * call().bytes();
        LocalWork.copy(mover(), own, call().sendAddress(), call().bytes());
        return Dissemination.rounds(size());
    }

    @Override
    void post(long item, int lane) {
        int round = (int) item;
        int blocks = Dissemination.blocks(round, size());
        int from = Dissemination.from(rank(), round, size());
        int to = Dissemination.to(rank(), round, size());
        int first = firstOf(from, blocks);
        int beforeEnd = Math.min(blocks, size() - first);
        recv(lane, from, address(first), beforeEnd * call().bytes());
        recv(lane, from, address(0), (blocks - beforeEnd) * call().bytes());
        first = firstOf(rank(), blocks);
        beforeEnd = Math.min(blocks, size() - first);
        send(lane, to, address(first), beforeEnd * call().bytes());
        send(lane, to, address(0), (blocks - beforeEnd) * call().bytes());
    }

    private int firstOf(int last, int blocks) {
        return Math.floorMod(last - blocks + 1, size());
    }

    private long address(int block) {
        return call().recvAddress() + block * call().bytes();
    }

    @Override
    void complete(long item, int lane) {}
}
