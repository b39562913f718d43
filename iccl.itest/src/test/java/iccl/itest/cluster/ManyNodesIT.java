package iccl.itest.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import iccl.itest.process.Icclrun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long it takes, {@code src/test/cluster/scaling} measures. */
@OnCluster(
        nodes = 32,
        settings = {})
@Timeout(200)
class ManyNodesIT {
    @Test
    void shouldRunOnThirtyTwoNodes(Bed bed) throws InterruptedException {
        String file = ClusterRun.file(bed, "many", ClusterRun.nodes(bed.nodes(), 1));
        String program = ClusterRun.executable(bed);
        Footprint footprint = Footprint.of(bed);
        Icclrun.Result result = ClusterRun.run(bed, "-c", file, "-l", "ompi", program, "show");
        result.expectStatus(0).expectError("to 32 of 32 nodes");
        footprint.expectUnchanged(result);
        for (int rank = 0; rank < 32; rank++) {
            ClusterRun.expectOut(result, "rank=" + rank + " host=node" + (rank + 1) + " ");
        }
        assertEquals(
                32,
                result.lines().stream().filter(line -> line.startsWith("rank=")).count());
    }
}
