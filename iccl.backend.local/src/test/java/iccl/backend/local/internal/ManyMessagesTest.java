package iccl.backend.local.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import iccl.kernel.port.Endpoint;
import iccl.kernel.testkit.CheckedMemory;
import iccl.kernel.testkit.ContractRank;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random messages between four threads, all through rings of a page. */
class ManyMessagesTest {
    private static final int RANKS = 4;
    private static final int MESSAGES = 600;
    private static final int TAGS = 5;
    private static final int AT_ONCE = 40;

    /** A message that both sides can tell from the seed. */
    private record Plan(int from, int to, int tag, int bytes, int number) {}

    /** A receive or send under way. */
    private record Started(Plan plan, int handle, long address, boolean isSend) {}

    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    void shouldDeliverWhatWasSentInTheOrderOfEachTag() throws InterruptedException {
        long seed = System.nanoTime();
        System.out.println("ManyMessagesTest seed " + seed);
        List<Plan> plans = plans(new Random(seed));
        CheckedMemory memory = new CheckedMemory();
        LocalBackend backend = TestHosts.backend(memory, Map.of("ICCL_LOCAL_RING", "4K"));
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        List<Endpoint> endpoints = backend.openThreads(RANKS);
        for (Endpoint endpoint : endpoints) {
            Thread thread = new Thread(() -> {
                try {
                    run(new ContractRank(endpoint, memory), plans, new Random(seed + endpoint.rank()));
                } catch (RuntimeException | Error e) {
                    failures.add(e);
                    endpoint.abort();
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        endpoints.forEach(Endpoint::close);
        failures.forEach(Throwable::printStackTrace);
        assertEquals(0, failures.size(), "seed " + seed + ": " + failures);
        memory.assertNothingLeaked();
    }

    private static List<Plan> plans(Random random) {
        List<Plan> plans = new ArrayList<>();
        for (int number = 0; number < MESSAGES; number++) {
            int bytes =
                    switch (random.nextInt(4)) {
                        case 0 -> random.nextInt(40);
                        case 1 -> random.nextInt(5000);
                        case 2 -> 3800 + random.nextInt(100);
                        default -> random.nextInt(60_000);
                    };
            plans.add(new Plan(random.nextInt(RANKS), random.nextInt(RANKS), random.nextInt(TAGS), bytes, number));
        }
        return plans;
    }

    /** Sends and receives in the plan's order, but asks for them in any; never has more than a few under way. */
    private static void run(ContractRank rank, List<Plan> plans, Random random) {
        List<Started> underWay = new ArrayList<>();
        for (Plan plan : plans) {
            if (plan.from == rank.rank()) {
                long address = rank.filled(plan.bytes + 1L, plan.number);
                underWay.add(
                        new Started(plan, rank.endpoint().send(plan.to, plan.tag, address, plan.bytes), address, true));
            }
            if (plan.to == rank.rank()) {
                long address = rank.filled(plan.bytes + 1L, 1_000_000);
                underWay.add(new Started(
                        plan, rank.endpoint().recv(plan.from, plan.tag, address, plan.bytes), address, false));
            }
            while (underWay.size() > AT_ONCE) {
                finishOne(rank, underWay, random);
            }
        }
        while (!underWay.isEmpty()) {
            finishOne(rank, underWay, random);
        }
        rank.barrier();
        rank.close();
    }

    private static void finishOne(ContractRank rank, List<Started> underWay, Random random) {
        Started one = underWay.remove(random.nextInt(underWay.size()));
        rank.await(one.plan.toString(), one.handle);
        if (!one.isSend) {
            rank.verify(one.plan.toString(), one.address, one.plan.bytes, one.plan.number);
        }
        rank.free(one.address);
    }
}
