package iccl.backend.mpich.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.backend.mpi.Finding;
import iccl.kernel.port.Verdict.Status;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MpichSearchTest {
    private static FakeMachine debian() {
        return new FakeMachine()
                .program("/usr/bin/mpiexec.mpich", "HYDRA build details:\n    Version:                 4.0.2\n");
    }

    @Test
    void shouldStandByOutsideOfALauncher() {
        Finding finding = new MpichSearch(debian()).look();
        assertEquals(Status.STANDBY, finding.status());
        assertEquals("MPICH 4.0.2", finding.version());
        assertTrue(finding.remedy().contains("icclrun -l mpich"), finding::toString);
        assertTrue(finding.reason().contains("its launcher was not built --with-cuda"), finding::toString);
        assertFalse(new MpichSearch(debian()).mayStart());
    }

    @Test
    void shouldReadWhetherItWasBuiltWithCuda() {
        for (String options : List.of("'--with-cuda=/usr/local/cuda'", "'--with-cuda'", "--with-cuda=no --with-cuda")) {
            assertTrue(reasonOf(options).contains("its launcher was built --with-cuda"), options);
        }
        for (String options :
                List.of("'--with-cuda=no'", "--without-cuda", "'--with-cuda=/opt' '--without-cuda'", "")) {
            assertTrue(reasonOf(options).contains("its launcher was not built --with-cuda"), options);
        }
    }

    private static String reasonOf(String options) {
        String version = "HYDRA build details:\n Version: 4.2.1\n Configure options: " + options + "\n";
        return new MpichSearch(new FakeMachine().program("/usr/bin/mpiexec", version))
                .look()
                .reason();
    }

    @Test
    void shouldSayWhatToInstallWhereItIsNot() {
        Finding finding =
                new MpichSearch(new FakeMachine().program("/usr/bin/mpirun", "mpirun (Open MPI) 4.1.4\n")).look();
        assertEquals(Status.UNAVAILABLE, finding.status());
        assertTrue(finding.remedy().contains("apt-get install mpich"), finding::toString);
    }

    @Test
    void shouldKeepOutOfARankOfOpenMpi() {
        MpichSearch search = new MpichSearch(debian().variable("OMPI_COMM_WORLD_SIZE", "2"));
        assertFalse(search.mayStart());
        assertTrue(search.look().reason().contains("a rank of Open MPI"));
    }

    @Test
    void shouldStartInARankOfItsOwn() {
        assertTrue(new MpichSearch(debian().variable("PMI_RANK", "1").variable("PMI_SIZE", "2")).mayStart());
        assertTrue(new MpichSearch(debian().variable("MPI_LOCALRANKID", "1")).mayStart());
    }

    @Test
    void shouldOpenTheLibraryThatTheUserNames() {
        assertEquals("libmpich.so.12", new MpichSearch(debian()).libraries().get(0));
        MpichSearch told = new MpichSearch(debian().variable("ICCL_MPICH_LIBRARY", "/opt/mpich/lib/libmpi.so.12"));
        assertEquals(List.of("/opt/mpich/lib/libmpi.so.12"), told.libraries());
    }

    @Test
    void shouldReadTheVersionsOfTheFamily() {
        assertEquals(Optional.of("MPICH 4.2.1"), MpichVersions.in("MPICH Version:      4.2.1\nMPICH Release date: …"));
        assertEquals(
                Optional.of("Intel MPI 2021.11"),
                MpichVersions.in("Intel(R) MPI Library 2021.11 for Linux* OS\n MPICH Version: 3.4a2"));
        assertEquals(
                Optional.of("MVAPICH 2.3.7"), MpichVersions.in("MVAPICH2 Version      :\t2.3.7\nMPICH Version: 3.2.1"));
        assertEquals(Optional.empty(), MpichVersions.in("Open MPI v4.1.4, package: Debian OpenMPI"));
    }
}
