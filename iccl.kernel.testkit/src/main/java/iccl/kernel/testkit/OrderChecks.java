package iccl.kernel.testkit;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.Endpoint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Which message meets which receive, and what happens when they do not fit. */
final class OrderChecks {
    private static final int MANY = 500;

    private OrderChecks() {}

    static List<BackendCheck> all() {
        return List.of(
                new BackendCheck("keeps the order of one tag", 2, OrderChecks::oneTag),
                new BackendCheck("keeps the order of one tag for receives posted early", 2, OrderChecks::postedEarly),
                new BackendCheck("lets tags overtake each other", 2, OrderChecks::overtaking),
                new BackendCheck("buffers a big message that is early", 2, OrderChecks::bigAndEarly),
                new BackendCheck("carries the highest tag", 2, OrderChecks::highestTag),
                new BackendCheck("has many messages in flight", 2, OrderChecks::manyInFlight),
                new BackendCheck("cancels a receive", 2, OrderChecks::cancelReceive),
                new BackendCheck("cancels a small send", 2, rank -> cancelSend(rank, 100)),
                new BackendCheck("cancels a big send", 2, rank -> cancelSend(rank, 5L << 20)),
                new BackendCheck("names both lengths when a message is too long", 2, rank -> tooLong(rank, 100, 60)),
                new BackendCheck(
                        "names both lengths when a big message is too long",
                        2,
                        rank -> tooLong(rank, 900_001, 70_001)));
    }

    /** Lengths go up and down, so that short messages could overtake long ones. */
    private static long lengthOf(int index) {
        return 1 + (index * 7919L) % 3000 + (index % 40 == 5 ? 150_000 : 0);
    }

    private static void oneTag(ContractRank rank) {
        List<Integer> sent = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            long out = rank.filled(lengthOf(i), i);
            sent.add(rank.endpoint().send(rank.next(), 11, out, lengthOf(i)));
        }
        for (int i = 0; i < 200; i++) {
            long in = rank.allocate(lengthOf(i));
            rank.recv(rank.previous(), 11, in, lengthOf(i));
            rank.verify("message " + i, in, lengthOf(i), i);
        }
        sent.forEach(handle -> rank.await("send", handle));
    }

    private static void postedEarly(ContractRank rank) {
        long[] in = new long[100];
        int[] received = new int[in.length];
        for (int i = 0; i < in.length; i++) {
            in[i] = rank.allocate(lengthOf(i));
            received[i] = rank.endpoint().recv(rank.previous(), 12, in[i], lengthOf(i));
        }
        rank.barrier();
        List<Integer> sent = new ArrayList<>();
        for (int i = 0; i < in.length; i++) {
            sent.add(rank.endpoint().send(rank.next(), 12, rank.filled(lengthOf(i), i), lengthOf(i)));
        }
        for (int i = in.length - 1; i >= 0; i--) {
            rank.await("recv " + i, received[i]);
            rank.verify("message " + i, in[i], lengthOf(i), i);
        }
        sent.forEach(handle -> rank.await("send", handle));
    }

    private static void overtaking(ContractRank rank) {
        List<Integer> sent = new ArrayList<>();
        for (int tag = 0; tag < 64; tag++) {
            sent.add(rank.endpoint().send(rank.next(), tag, rank.filled(lengthOf(tag), tag), lengthOf(tag)));
        }
        for (int tag = 63; tag >= 0; tag--) {
            long in = rank.allocate(lengthOf(tag));
            rank.recv(rank.previous(), tag, in, lengthOf(tag));
            rank.verify("tag " + tag, in, lengthOf(tag), tag);
        }
        sent.forEach(handle -> rank.await("send", handle));
    }

    private static void bigAndEarly(ContractRank rank) {
        long bytes = 5L << 20;
        int big = rank.endpoint().send(rank.next(), 1, rank.filled(bytes, 1), bytes);
        int small = rank.endpoint().send(rank.next(), 2, rank.filled(16, 2), 16);
        long in = rank.allocate(bytes);
        rank.recv(rank.previous(), 2, in, 16);
        rank.verify("small message", in, 16, 2);
        rank.recv(rank.previous(), 1, in, bytes);
        rank.verify("big message", in, bytes, 1);
        rank.await("small send", small);
        rank.await("big send", big);
    }

    private static void highestTag(ContractRank rank) {
        int sent = rank.endpoint().send(rank.next(), Endpoint.MAX_TAG, rank.filled(9, 3), 9);
        long in = rank.allocate(9);
        rank.recv(rank.previous(), Endpoint.MAX_TAG, in, 9);
        rank.verify("highest tag", in, 9, 3);
        rank.await("send", sent);
    }

    private static void manyInFlight(ContractRank rank) {
        long seed = 20_261;
        Random random = new Random(seed + rank.rank());
        long[] in = new long[MANY];
        int[] received = new int[MANY];
        List<Integer> sent = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            in[i] = rank.allocate(lengthOf(i));
            received[i] = rank.endpoint().recv(rank.previous(), i % 50, in[i], lengthOf(i));
            sent.add(rank.endpoint().send(rank.next(), i % 50, rank.filled(lengthOf(i), i), lengthOf(i)));
        }
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            order.add(i);
        }
        Collections.shuffle(order, random);
        for (int i : order) {
            rank.await("recv " + i + ", seed " + seed, received[i]);
            rank.verify("message " + i + ", seed " + seed, in[i], lengthOf(i), i);
        }
        sent.forEach(handle -> rank.await("send", handle));
    }

    /** The cancelled receive takes nothing: neither the memory is written nor the message lost. */
    private static void cancelReceive(ContractRank rank) {
        long given = rank.filled(1000, 13);
        int cancelled = rank.endpoint().recv(rank.previous(), 14, given, 1000);
        rank.check(!rank.endpoint().test(cancelled), "a receive was done before anything was sent");
        rank.endpoint().cancel(cancelled);
        rank.barrier();
        int sent = rank.endpoint().send(rank.next(), 14, rank.filled(1000, 15), 1000);
        long in = rank.allocate(1000);
        rank.recv(rank.previous(), 14, in, 1000);
        rank.verify("the message after the cancelled receive", in, 1000, 15);
        rank.verify("memory of the cancelled receive", given, 1000, 13);
        rank.await("send", sent);
    }

    /** The message may or may not arrive; the memory is free at once and other tags go on. */
    private static void cancelSend(ContractRank rank, long bytes) {
        long out = rank.filled(bytes, 16);
        int cancelled = rank.endpoint().send(rank.next(), 17, out, bytes);
        long before = System.nanoTime();
        rank.endpoint().cancel(cancelled);
        rank.check(System.nanoTime() - before < 2_000_000_000L, "cancel took longer than 2 s");
        rank.fill(out, bytes, 18);
        int sent = rank.endpoint().send(rank.next(), 19, rank.filled(bytes, 20), bytes);
        long in = rank.allocate(bytes);
        rank.recv(rank.previous(), 19, in, bytes);
        rank.verify("the message after the cancelled send", in, bytes, 20);
        rank.await("send", sent);
        rank.barrier();
    }

    private static void tooLong(ContractRank rank, long sentBytes, long room) {
        if (rank.rank() == 0) {
            int sent = rank.endpoint().send(1, 21, rank.filled(sentBytes, 1), sentBytes);
            rank.recv(1, 22, rank.allocate(1), 1);
            rank.endpoint().cancel(sent);
        } else if (rank.rank() == 1) {
            long in = rank.filled(sentBytes, 2);
            IcclException failure = rank.fails(
                    "receive of a message that is too long",
                    () -> rank.recv(0, 21, in, room),
                    ResultCode.INVALID_USAGE,
                    ResultCode.INVALID_ARGUMENT,
                    ResultCode.UNHANDLED_ERROR);
            String message = String.valueOf(failure.getMessage());
            rank.check(
                    message.contains(Long.toString(sentBytes)) && message.contains(Long.toString(room)),
                    "'" + message + "' does not name both lengths, " + sentBytes + " and " + room);
            rank.send(0, 22, rank.filled(1, 3), 1);
        }
    }
}
