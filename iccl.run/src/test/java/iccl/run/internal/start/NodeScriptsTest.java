package iccl.run.internal.start;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeScriptsTest {
    @Test
    void shouldLinkThoseThatKeepTheirNamesInOneGo() {
        Map<String, String> links = new LinkedHashMap<>();
        links.put("mpi/libmpi_java.so", "/usr/lib/libmpi_java.so");
        links.put("mpi/libmpi.so", "/usr/lib/libmpi.so.40");
        links.put("mpi/other.so", "/opt/my mpi/other.so");
        assertEquals(
                """
                    ln -s /usr/lib/libmpi_java.so '/opt/my mpi/other.so' "$files/mpi/" || return
                    ln -s /usr/lib/libmpi.so.40 "$files/mpi/libmpi.so" || return
                """,
                NodeScripts.linking(links));
    }

    @Test
    void shouldLinkToAPathWithoutAFolder() {
        assertEquals(
                "    ln -s libmpi.so.40 \"$files/mpi/libmpi.so\" || return\n",
                NodeScripts.linking(Map.of("mpi/libmpi.so", "libmpi.so.40")));
        assertEquals(
                "    ln -s libmpi.so \"$files/\" || return\n", NodeScripts.linking(Map.of("libmpi.so", "libmpi.so")));
    }
}
