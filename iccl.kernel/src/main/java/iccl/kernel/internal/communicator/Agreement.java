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
import org.jspecify.annotations.Nullable;

/**
 * What the ranks of a communicator told each other when it was made, and all go by.
 *
 * @param isStaged whether some rank has a device: then all cut their operations into the same chunks
 * @param detour why device memory does not go straight to the transport, the same on all ranks; null when it does
 * @param chunkBytes the smallest that a rank is set to
 * @param platforms of the ranks, in their order
 */
record Agreement(boolean isStaged, @Nullable String detour, long chunkBytes, List<String> platforms) {
    private static final int NAME_BYTES = 22;
    private static final int TUNING_OFFSET = 32;
    private static final int RECORD_BYTES = 40;
    private static final int HAS_DEVICE = 1;
    private static final int REFUSES_DEVICE_MEMORY = 2;
    private static final int FORBIDS_DEVICE_MEMORY = 4;

    /** Whether a rank lets device memory go straight to the transport. */
    enum Consent {
        /** It does, or has none. */
        GIVEN,
        /** The transport does not take it. */
        REFUSED,
        /** The setting says no. */
        FORBIDDEN
    }

    /**
     * What one rank tells.
     *
     * @param tuning checksum of its tuning table; 0 when it has none
     */
    record Trait(boolean hasDevice, Consent consent, long chunkBytes, String platform, long tuning) {}

    /** Without asking: the ranks are all of this process, and alike. */
    static Agreement ofOne(Trait trait, int size) {
        return new Agreement(
                trait.hasDevice(),
                detour(trait.consent(), "every rank", trait.platform()),
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
        int flags = trait.hasDevice() ? HAS_DEVICE : 0;
        flags |= switch (trait.consent()) {
            case GIVEN -> 0;
            case REFUSED -> REFUSES_DEVICE_MEMORY;
            case FORBIDDEN -> FORBIDS_DEVICE_MEMORY;
        };
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
        String detour = null;
        long chunkBytes = Long.MAX_VALUE;
        List<String> platforms = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            int at = rank * RECORD_BYTES;
            int flags = from.get(at + Long.BYTES);
            isStaged |= (flags & HAS_DEVICE) != 0;
            chunkBytes = Math.min(chunkBytes, from.getLong(at));
            byte[] name = new byte[from.get(at + Long.BYTES + 1)];
            from.get(at + Long.BYTES + 2, name);
            String platform = new String(name, StandardCharsets.UTF_8);
            platforms.add(platform);
            detour = detour == null ? detour(consentOf(flags), "rank " + rank, platform) : detour;
        }
        return new Agreement(isStaged, detour, chunkBytes, List.copyOf(platforms));
    }

    private static Consent consentOf(int flags) {
        boolean isForbidden = (flags & FORBIDS_DEVICE_MEMORY) != 0;
        return isForbidden ? Consent.FORBIDDEN : (flags & REFUSES_DEVICE_MEMORY) != 0 ? Consent.REFUSED : Consent.GIVEN;
    }

    private static @Nullable String detour(Consent consent, String who, String platform) {
        return switch (consent) {
            case GIVEN -> null;
            case REFUSED -> "the transport of " + who + " does not take memory of " + platform;
            case FORBIDDEN -> "iccl.direct is 0 on " + who;
        };
    }

    /** Whether messages go straight from and to device memory, on all ranks. */
    boolean isDirect() {
        return detour == null;
    }
}
