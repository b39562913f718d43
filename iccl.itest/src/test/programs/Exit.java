import java.nio.file.Files;
import java.nio.file.Path;

/** An agent that makes the JVM exit as soon as the file that it is told is there. */
public class Exit {
    public static void premain(String file) {
        Thread thread = new Thread(() -> exitAfter(Path.of(file)));
        thread.setDaemon(true);
        thread.start();
    }

    private static void exitAfter(Path file) {
        try {
            while (!Files.exists(file)) {
                Thread.sleep(20);
            }
            System.exit(3);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
