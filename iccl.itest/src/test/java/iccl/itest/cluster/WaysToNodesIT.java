package iccl.itest.cluster;

import iccl.itest.process.Icclrun;
import iccl.itest.process.Launcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Nodes behind another one, and nodes without an IPv4 address. */
@OnCluster(
        nodes = 4,
        settings = {"node2.ipv4=no", "node3.via=node1", "node4.ipv4=no"})
@Timeout(300)
class WaysToNodesIT {
    /** Node 2's address ends in 12; see the test bed. */
    private static final String IPV6_ONLY = "[fd77::12],[fd77::4]";

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void shouldGoThroughAJumpHost(Launcher launcher, Bed bed) throws InterruptedException {
        Footprint footprint = Footprint.of(bed);
        String file = ClusterRun.file(
                bed,
                "jump",
                "nodes:\n" + ClusterRun.entry(bed.node(1), 1)
                        + ClusterRun.entry(bed.node(3), 1, "jump: root@node1.bed.test"));
        Icclrun.Result result = ClusterRun.run(bed, "-c", file, "-l", launcher.option(), "barrier");
        footprint.expectUnchanged(result.expectStatus(0));
        ClusterRun.expectOut(result, "ranks=2 backend=" + launcher.backend(), "PASSED");
    }

    @Test
    void shouldSayThatANodeBehindAnotherRefusesUs(Bed bed) {
        ClusterRun.run(bed, "-H", "root@node3", "barrier").expectStatus(2).expectError("node3", "it refuses our key");
    }

    @Test
    void shouldRunOnNodesWithIpv6Only(Bed bed) throws InterruptedException {
        Footprint footprint = Footprint.of(bed);
        Icclrun.Result result = ClusterRun.run(bed, "-H", IPV6_ONLY, "-l", "ompi", "barrier");
        footprint.expectUnchanged(result.expectStatus(0));
        ClusterRun.expectOut(result, "ranks=2 backend=openmpi", "PASSED");
    }

    @Test
    void shouldSayThatMpichCannotStartThere(Bed bed) {
        ClusterRun.run(bed, "-H", IPV6_ONLY, "-l", "mpich", "barrier")
                .expectStatus(2)
                .expectNoStackTrace()
                .expectError("Hydra", "IPv6", "-l ompi");
    }

    @Test
    void shouldStartMpichByIpv4WhereNamesLeadToIpv6(Bed bed) {
        Icclrun.Result result = ClusterRun.run(bed, "-H", "[fd77::1]", "-l", "mpich", "barrier");
        result.expectStatus(0);
        ClusterRun.expectOut(result, "backend=mpich", "PASSED");
    }
}
