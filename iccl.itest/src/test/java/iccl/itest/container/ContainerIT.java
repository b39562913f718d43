package iccl.itest.container;

import static iccl.itest.container.Services.context;
import static iccl.itest.container.Services.service;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import iccl.kernel.port.Probe;
import iccl.kernel.port.Verdict;
import java.util.Set;
import java.util.TreeSet;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.ProbeBuilder;
import org.ops4j.pax.exam.TestProbeBuilder;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;

/** A container with all bundles, as the installation holds them. What becomes of them is for {@link BundleLifeIT}. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class ContainerIT {
    @Configuration
    public static Option[] container() {
        return new Option[] {Installation.container()};
    }

    @ProbeBuilder
    public static TestProbeBuilder probe(TestProbeBuilder builder) {
        builder.setHeader("Service-Component", "OSGI-INF/application.xml");
        return builder;
    }

    @Test(timeout = 60_000)
    public void shouldStartEveryBundle() {
        for (Bundle bundle : context().getBundles()) {
            boolean isFragment = bundle.getHeaders().get("Fragment-Host") != null;
            assertEquals(bundle.getSymbolicName(), isFragment ? Bundle.RESOLVED : Bundle.ACTIVE, bundle.getState());
        }
    }

    @Test(timeout = 60_000)
    public void shouldPublishEveryVerdict() throws Exception {
        Set<String> names = new TreeSet<>();
        for (ServiceReference<Probe> reference : context().getServiceReferences(Probe.class, null)) {
            Verdict verdict = context().getService(reference).verdict();
            names.add(verdict.name());
            assertFalse(verdict + " has no reason", verdict.reason().isBlank());
            boolean isHere = verdict.name().equals("cpu") || verdict.name().equals("local");
            assertEquals(verdict.toString(), isHere, verdict.status() == Verdict.Status.AVAILABLE);
            assertTrue(verdict + " has no remedy", isHere || !verdict.remedy().isBlank());
        }
        assertEquals(
                Set.of("cpu", "local", "mpich", "openmpi", "nvidia", "metax", "cambricon", "moore", "iluvatar"), names);
    }

    @Test(timeout = 60_000)
    public void shouldServeAComponent() {
        assertEquals(3, service(Application.class).count(3));
    }
}
