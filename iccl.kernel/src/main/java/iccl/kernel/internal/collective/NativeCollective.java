package iccl.kernel.internal.collective;

/**
 * Hands the whole operation to the transport's own collective. Rounds, bytes and memory are the transport's. Chosen
 * whenever the endpoint offers the call.
 */
public final class NativeCollective extends PipelinedMachine {
    public NativeCollective(Workbench bench) {
        super(bench, 1);
    }

    @Override
    long prepare() {
        return 1;
    }

    @Override
    void post(long item, int lane) {
        messages(lane).collective(call());
    }

    @Override
    void complete(long item, int lane) {}
}
