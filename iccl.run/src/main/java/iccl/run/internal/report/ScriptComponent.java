package iccl.run.internal.report;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Inside a container: runs the shell's commands from standard input, a line each, until its end or {@code exit}. */
@Component(service = Callable.class, property = ReportKeys.REPORT + "=script")
public final class ScriptComponent implements Callable<Integer> {
    private static final int FAILED = 1;

    private final CommandProcessor processor;

    /** @param commands the scope must be there before the first line is read */
    @Activate
    public ScriptComponent(@Reference CommandProcessor processor, @Reference ShellCommands commands) {
        this.processor = processor;
    }

    @Override
    public Integer call() throws IOException {
        // The commands get an empty input: the lines are ours.
        CommandSession session = processor.createSession(InputStream.nullInputStream(), System.out, System.err);
        try {
            session.put("SCOPE", "iccl:*");
            return executeAll(session);
        } finally {
            session.close();
        }
    }

    private static int executeAll(CommandSession session) throws IOException {
        int status = 0;
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.strip().matches("exit( 0)?")) {
                break;
            }
            status = Math.max(status, execute(session, line));
        }
        return status;
    }

    private static int execute(CommandSession session, String line) {
        try {
            Object result = session.execute(line);
            if (result != null) {
                System.out.println(session.format(result, Converter.INSPECT));
            }
            return 0;
        } catch (Exception e) {
            // Gogo reports every mistake in a line by some exception; the next line may be right.
            System.err.println("icclrun shell: " + line + ": " + e.getMessage());
            return FAILED;
        }
    }
}
