package iccl.backend.openmpi.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.backend.mpi.Finding;
import iccl.kernel.port.Verdict.Status;
import org.junit.jupiter.api.Test;

class OpenMpiSearchTest {
    private static FakeMachine debian(String version) {
        return new FakeMachine()
                .program("/usr/bin/mpirun.openmpi", "mpirun (Open MPI) " + version + "\n\nReport bugs to …\n")
                .file("/usr/lib/x86_64-linux-gnu/libmpi_java.so.40");
    }

    private static FakeMachine rank() {
        return debian("4.1.4").variable("OMPI_COMM_WORLD_SIZE", "4").variable("OMPI_COMM_WORLD_RANK", "1");
    }

    private static Finding look(FakeMachine machine) {
        return new OpenMpiSearch(machine).look(false);
    }

    @Test
    void shouldStandByOutsideOfALauncher() {
        Finding finding = look(debian("4.1.4"));
        assertEquals(Status.STANDBY, finding.status());
        assertEquals("Open MPI 4.1.4", finding.version());
        assertTrue(finding.remedy().contains("icclrun -l ompi"), finding::toString);
        assertEquals("Open MPI 5.0.7", look(debian("5.0.7")).version());
    }

    @Test
    void shouldSayWhetherItWasBuiltForDeviceMemory() {
        String five = "mca:mpi:base:param:mpi_built_with_cuda_support:value:";
        String four = "mca:opal:base:param:opal_built_with_cuda_support:value:";
        assertTrue(deviceMemory(five + "true\n").contains("it was built to take memory of CUDA devices"));
        assertTrue(deviceMemory(four + "true\n").contains("it was built to take memory of CUDA devices"));
        assertTrue(deviceMemory("a\n" + four + "false\nb\n").contains("it takes no device memory"));
        assertTrue(deviceMemory("something else\n").contains("ompi_info does not say"));
        assertTrue(look(debian("4.1.4")).reason().contains("no ompi_info"));
    }

    @Test
    void shouldNotTakeAFailureOfOmpiInfoForANo() {
        String reason =
                look(debian("5.0.7").programThatFails("/usr/bin/ompi_info")).reason();
        assertTrue(reason.contains("not known: /usr/bin/ompi_info failed or took too long"), reason);
        assertTrue(reason.endsWith("run it by hand: /usr/bin/ompi_info --parsable --all"), reason);
    }

    private static String deviceMemory(String info) {
        return look(debian("5.0.7").program("/usr/bin/ompi_info", info)).reason();
    }

    @Test
    void shouldSayWhatToInstallWhereItIsNot() {
        Finding finding = look(new FakeMachine());
        assertEquals(Status.UNAVAILABLE, finding.status());
        assertTrue(finding.reason().contains("no mpirun of Open MPI in PATH"), finding::toString);
        assertTrue(finding.remedy().contains("apt-get install openmpi-bin"), finding::toString);
    }

    @Test
    void shouldNotTakeAnotherMpisLauncherForIts() {
        Finding finding = look(new FakeMachine().program("/usr/bin/mpirun", "HYDRA build details:\n Version: 4.0.2\n"));
        assertEquals(Status.UNAVAILABLE, finding.status());
    }

    @Test
    void shouldSayThatVersionSixHasNoBindings() {
        Finding finding = look(debian("6.0.0rc1"));
        assertEquals(Status.UNAVAILABLE, finding.status());
        assertTrue(finding.reason().contains("dropped in version 6"), finding::toString);
        assertTrue(finding.remedy().contains("mpich"), finding::toString);
    }

    @Test
    void shouldMissTheNativeBindings() {
        Finding finding = look(new FakeMachine().program("/usr/bin/mpirun", "mpirun (Open MPI) 4.1.4\n"));
        assertEquals(Status.UNAVAILABLE, finding.status());
        assertTrue(finding.reason().contains("libmpi_java.so"), finding::toString);
    }

    @Test
    void shouldFindFedorasPlaces() {
        Finding finding = look(new FakeMachine()
                .program("/usr/lib64/openmpi/bin/mpirun", "mpirun (Open MPI) 5.0.5\n")
                .file("/usr/lib64/openmpi/lib/libmpi_java.so"));
        assertEquals(Status.STANDBY, finding.status());
        assertEquals("Open MPI 5.0.5", finding.version());
    }

    @Test
    void shouldKeepOutOfARankOfMpich() {
        FakeMachine machine = debian("4.1.4").variable("PMI_RANK", "0").variable("PMI_SIZE", "2");
        assertFalse(new OpenMpiSearch(machine).mayStart(true));
        Finding finding = new OpenMpiSearch(machine).look(true);
        assertEquals(Status.STANDBY, finding.status());
        assertTrue(finding.reason().contains("a rank of MPICH"), finding::toString);
    }

    @Test
    void shouldStartInARankThatHasAllItNeeds() {
        FakeMachine machine = rank().property("java.library.path", "/nowhere:/cache/openmpi-4.1.4")
                .file("/cache/openmpi-4.1.4/libmpi_java.so");
        assertTrue(new OpenMpiSearch(machine).mayStart(true));
        assertEquals(Status.AVAILABLE, new OpenMpiSearch(machine).look(true).status());
    }

    @Test
    void shouldSayInARankWhichPartIsMissing() {
        OpenMpiSearch search = new OpenMpiSearch(rank().property("java.library.path", "/nowhere"));
        assertFalse(search.mayStart(false));
        assertTrue(search.look(false).reason().contains("mpi.jar is not on its class path"));
        assertFalse(search.mayStart(true));
        Finding finding = search.look(true);
        assertEquals(Status.UNAVAILABLE, finding.status());
        assertTrue(
                finding.reason().contains("libmpi_java.so is not in java.library.path (/nowhere)"), finding::toString);
    }
}
