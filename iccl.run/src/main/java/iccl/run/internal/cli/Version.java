package iccl.run.internal.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.jar.Manifest;

/** The version of this launcher. */
final class Version {
    private Version() {}

    static String ofThisJar() throws IOException {
        for (URL resource : Collections.list(Version.class.getClassLoader().getResources("META-INF/MANIFEST.MF"))) {
            try (InputStream content = resource.openStream()) {
                var attributes = new Manifest(content).getMainAttributes();
                if ("iccl.run".equals(attributes.getValue("Bundle-SymbolicName"))) {
                    return attributes.getValue("Bundle-Version");
                }
            }
        }
        return "unknown (not run from its jar)";
    }
}
