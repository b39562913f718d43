package iccl.platform.device.jni;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Loads the bundle's native library, wherever its classes came from: a folder, a jar on the class path, or a bundle, where
 * the framework finds it by the header {@code Bundle-NativeCode} and makes a fresh copy for each revision of the bundle.
 */
public final class NativeLibrary {
    /** Of the file {@code lib….so}. */
    static final String NAME = "jniIcclDevice";

    private static boolean loaded;

    private NativeLibrary() {}

    /**
     * Loads the library unless it is loaded.
     *
     * @throws IOException what was tried and what the system said
     */
    public static synchronized void load() throws IOException {
        if (loaded) {
            return;
        }
        try {
            loadFrom(NativeLibrary.class.getResource(resource()));
        } catch (UnsatisfiedLinkError refused) {
            throw new IOException(refused.getMessage(), refused);
        }
        loaded = true;
    }

    /**
     * A file that the build put beside the library.
     *
     * @throws IOException when this build has none for this machine
     */
    public static InputStream resource(String name) throws IOException {
        InputStream content = NativeLibrary.class.getResourceAsStream(folder() + "/" + name);
        if (content == null) {
            throw new IOException("this build holds no " + folder() + "/" + name);
        }
        return content;
    }

    private static void loadFrom(@Nullable URL library) throws IOException {
        if (library == null) {
            throw new IOException("this build holds no " + resource());
        }
        switch (library.getProtocol()) {
            case "file" -> System.load(Path.of(URI.create(library.toString())).toString());
            case "jar" -> loadCopy(library);
            default -> System.loadLibrary(NAME);
        }
    }

    /** The system maps the file, so its name is needed only for the moment. */
    private static void loadCopy(URL library) throws IOException {
        Path copy = Files.createTempFile("lib" + NAME, ".so");
        try (InputStream in = library.openStream()) {
            Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
            System.load(copy.toString());
        } finally {
            Files.delete(copy);
        }
    }

    /** Where JavaCPP puts it, beside this class. */
    private static String resource() {
        return folder() + "/lib" + NAME + ".so";
    }

    private static String folder() {
        String architecture = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return "linux-"
                + switch (architecture) {
                    case "amd64", "x86_64" -> "x86_64";
                    case "aarch64", "arm64" -> "arm64";
                    default -> architecture;
                };
    }
}
