package iccl.kernel.internal.communicator;

import iccl.api.Buffer;
import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.ResultCode;
import iccl.kernel.internal.config.Settings;
import iccl.kernel.internal.memory.HostMemory;
import iccl.kernel.port.CollectiveCall;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What the ranks of a communicator told each other when it was made, and all go by.
 *
 * @param isStaged whether some rank has a device: then all cut their operations into the same chunks
 * @param isDirect whether every rank's transport accepts device memory
 * @param chunkBytes the smallest that a rank is set to
 * @param platforms of the ranks, in their order
 */
record Agreement(boolean isStaged, boolean isDirect, long chunkBytes, List<String> platforms) {
    private static final int NAME_BYTES = 22;
    private static final int TUNING_OFFSET = 32;
    private static final int RECORD_BYTES = 40;
    private static final int HAS_DEVICE = 1;
    private static final int ACCEPTS_DEVICE_MEMORY = 2;

    /**
     * What one rank tells.
     *
     * @param tuning checksum of its tuning table; 0 when it has none
     */
    record Trait(boolean hasDevice, boolean acceptsDeviceMemory, long chunkBytes, String platform, long tuning) {}

    /** Without asking: the ranks are all of this process, and alike. */
    static Agreement ofOne(Trait trait, int size) {
        return new Agreement(
                trait.hasDevice(),
                trait.acceptsDeviceMemory(),
                trait.chunkBytes(),
                Collections.nCopies(size, trait.platform()));
    }

    /**
     * All ranks call it; returns when all have.
     *
     * @throws IcclException {@code INVALID_USAGE} on every rank when their tuning tables differ: they would choose
     *     different algorithms
     */
    static Agreement with(Trait own, Blueprint blueprint, Issuer issuer) {
        int size = blueprint.endpoint().size();
        int rank = blueprint.endpoint().rank();
        if (size == 1) {
            return ofOne(own, 1);
        }
        Buffer all = blueprint.memory().allocate((long) size * RECORD_BYTES);
        try {
            write(all.asByteBuffer(), rank * RECORD_BYTES, own);
            Settings settings = blueprint.shared().settings().get();
            long mine = all.address() + (long) rank * RECORD_BYTES;
            issuer.run(
                    new CollectiveCall(
                            Operation.ALL_GATHER, mine, all.address(), RECORD_BYTES, Datatype.UINT8, null, 0),
                    settings);
            checkTuning(all.asByteBuffer(), size);
            return read(all.asByteBuffer(), size);
        } finally {
            HostMemory.free(all);
        }
    }

    private static void write(ByteBuffer to, int at, Trait trait) {
        byte[] name = trait.platform().getBytes(StandardCharsets.UTF_8);
        int length = Math.min(name.length, NAME_BYTES);
        int flags = (trait.hasDevice() ? HAS_DEVICE : 0) | (trait.acceptsDeviceMemory() ? ACCEPTS_DEVICE_MEMORY : 0);
        to.putLong(at, trait.chunkBytes()).put(at + Long.BYTES, (byte) flags);
        to.putLong(at + TUNING_OFFSET, trait.tuning());
        to.put(at + Long.BYTES + 1, (byte) length).put(at + Long.BYTES + 2, name, 0, length);
    }

    private static void checkTuning(ByteBuffer from, int size) {
        long first = from.getLong(TUNING_OFFSET);
        for (int rank = 1; rank < size; rank++) {
            long tuning = from.getLong(rank * RECORD_BYTES + TUNING_OFFSET);
            if (tuning != first) {
                throw new IcclException(
                        ResultCode.INVALID_USAGE,
                        "the tuning tables (iccl.tuning) of rank 0 and rank " + rank + " are not the same"
                                + (tuning == 0 || first == 0 ? ": one of them has none" : "")
                                + ". Give all ranks the same file, or none");
            }
        }
    }

    private static Agreement read(ByteBuffer from, int size) {
        boolean isStaged = false;
        boolean isDirect = true;
        long chunkBytes = Long.MAX_VALUE;
        List<String> platforms = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            int at = rank * RECORD_BYTES;
            int flags = from.get(at + Long.BYTES);
            isStaged |= (flags & HAS_DEVICE) != 0;
            isDirect &= (flags & ACCEPTS_DEVICE_MEMORY) != 0;
            chunkBytes = Math.min(chunkBytes, from.getLong(at));
            byte[] name = new byte[from.get(at + Long.BYTES + 1)];
            from.get(at + Long.BYTES + 2, name);
            platforms.add(new String(name, StandardCharsets.UTF_8));
        }
        return new Agreement(isStaged, isDirect, chunkBytes, List.copyOf(platforms));
    }
}
