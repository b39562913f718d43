package iccl.kernel.internal.communicator;

import iccl.api.Operation;
import java.util.stream.Stream;

/**
 * How much of an operation's data one rank's buffers hold, and how they may lie in one another.
 *
 * @param inPlace where in-place buffers begin
 */
record Shares(Share send, Share recv, InPlace inPlace) {
    /** How much a buffer holds. */
    enum Share {
        /** It is not used. */
        NOTHING,
        /** {@code count} elements. */
        PART,
        /** {@code count} elements for each rank. */
        ALL;

        long bytes(long part, long total) {
            return switch (this) {
                case NOTHING -> 0;
                case PART -> part;
                case ALL -> total;
            };
        }
    }

    /** The in-place forms, as {@link iccl.api.Communicator} gives them. */
    enum InPlace {
        SAME("send == recv"),
        SEND_INSIDE("that send begins at recv + rank * count"),
        RECV_INSIDE("that recv begins at send + rank * count");

        private final String text;

        InPlace(String text) {
            this.text = text;
        }
    }

    /** By operation, twice: not for the root, for the root. */
    private static final Shares[] ALL = Stream.of(Operation.values())
            .flatMap(operation -> Stream.of(make(operation, false), make(operation, true)))
            .toArray(Shares[]::new);

    @SuppressWarnings("EnumOrdinal") // an index for this run only
    static Shares of(Operation operation, boolean isRoot) {
        return ALL[2 * operation.ordinal() + (isRoot ? 1 : 0)];
    }

    private static Shares make(Operation operation, boolean isRoot) {
        return switch (operation) {
            case ALL_REDUCE -> new Shares(Share.PART, Share.PART, InPlace.SAME);
            case REDUCE -> new Shares(Share.PART, isRoot ? Share.PART : Share.NOTHING, InPlace.SAME);
            case BROADCAST -> new Shares(isRoot ? Share.PART : Share.NOTHING, Share.PART, InPlace.SAME);
            case ALL_GATHER -> new Shares(Share.PART, Share.ALL, InPlace.SEND_INSIDE);
            case GATHER -> new Shares(Share.PART, isRoot ? Share.ALL : Share.NOTHING, InPlace.SEND_INSIDE);
            case SCATTER -> new Shares(isRoot ? Share.ALL : Share.NOTHING, Share.PART, InPlace.RECV_INSIDE);
            case REDUCE_SCATTER -> new Shares(Share.ALL, Share.PART, InPlace.RECV_INSIDE);
            case ALL_TO_ALL -> new Shares(Share.ALL, Share.ALL, InPlace.SAME);
            case SEND -> new Shares(Share.PART, Share.NOTHING, InPlace.SAME);
            case RECV -> new Shares(Share.NOTHING, Share.PART, InPlace.SAME);
            case BARRIER -> new Shares(Share.NOTHING, Share.NOTHING, InPlace.SAME);
        };
    }

    /**
     * @param ownOffset where this rank's part is among all parts, in bytes
     */
    boolean isInPlace(long sendAddress, long recvAddress, long ownOffset) {
        return switch (inPlace) {
            case SAME -> sendAddress == recvAddress;
            case SEND_INSIDE -> sendAddress == recvAddress + ownOffset;
            case RECV_INSIDE -> recvAddress == sendAddress + ownOffset;
        };
    }

    String inPlaceForm() {
        return inPlace.text;
    }
}
