package iccl.kernel.internal.collective;

import iccl.kernel.internal.pattern.Dissemination;

/**
 * Barrier by dissemination: in round k every rank sends a byte to the rank 2^k after it and waits for one from the rank 2^k
 * before it. Rounds: log2(ranks), rounded up. Bytes: one per round. Scratch: 2 bytes. The only barrier, unless the transport
 * has its own.
 */
public final class DisseminationBarrier extends PipelinedMachine {
    private long byteOut;

    public DisseminationBarrier(Workbench bench) {
        super(bench, 1);
    }

    @Override
    long prepare() {
        byteOut = takeScratch(2);
        host().clear(byteOut, 1);
        return Dissemination.rounds(size());
    }

    @Override
    void post(long item, int lane) {
        int round = (int) item;
        recv(lane, Dissemination.from(rank(), round, size()), byteOut + 1, 1);
        send(lane, Dissemination.to(rank(), round, size()), byteOut, 1);
    }

    @Override
    void complete(long item, int lane) {}
}
