package iccl.run.internal.start;

import iccl.run.internal.container.Installation;
import iccl.run.internal.deploy.Blob;
import iccl.run.internal.launch.MpiInstallations;
import iccl.run.internal.resolve.RuntimeResolver;
import iccl.run.internal.ssh.SshConfiguration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** What can be found out about this machine while the list of nodes is read and the nodes are on their way to answer. */
final class Preparation implements AutoCloseable {
    private final Installation installation;
    private final MpiInstallations mpi;
    private final FutureTask<String> versions;
    private final FutureTask<String> sshConfiguration = new FutureTask<>(SshConfiguration::text);
    private final FutureTask<RuntimeResolver> resolver;
    private final FutureTask<Map<Path, Blob>> blobs;

    private Preparation(Installation installation, MpiInstallations mpi, String launcher) {
        this.installation = installation;
        this.mpi = mpi;
        this.versions = new FutureTask<>(() -> {
            mpi.ask(launcher);
            return mpi.versions();
        });
        this.resolver = new FutureTask<>(() -> new RuntimeResolver(installation));
        this.blobs = new FutureTask<>(() -> blobs(installation));
    }

    /** @param launcher that the job asks for; others are not asked, as each may take its time */
    static Preparation begin(Installation installation, Map<String, String> environment, String launcher) {
        Preparation preparation = new Preparation(installation, new MpiInstallations(environment), launcher);
        run("iccl-prepare-ssh", preparation.sshConfiguration);
        run("iccl-prepare-mpi", preparation.versions);
        run("iccl-prepare-files", () -> {
            preparation.resolver.run();
            preparation.blobs.run();
        });
        return preparation;
    }

    private static void run(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** What every node may get; the rest depends on the node. */
    private static Map<Path, Blob> blobs(Installation installation) throws IOException {
        Map<Path, Blob> blobs = new HashMap<>();
        for (Path file : RuntimeFiles.all(installation).values()) {
            blobs.put(file, Blob.of(file));
        }
        return blobs;
    }

    Installation installation() {
        return installation;
    }

    /** Remembers what it has asked. */
    MpiInstallations mpi() {
        return mpi;
    }

    /** What this machine's MPIs say of themselves. */
    String versions() throws IOException, InterruptedException {
        return get(versions);
    }

    /** As {@link SshConfiguration#text} has it. */
    String sshConfiguration() throws IOException, InterruptedException {
        return get(sshConfiguration);
    }

    RuntimeResolver resolver() throws IOException, InterruptedException {
        return get(resolver);
    }

    /** The hashes of the runtime's files. */
    Map<Path, Blob> blobs() throws IOException, InterruptedException {
        return get(blobs);
    }

    /** What is still being asked is not needed any more. */
    @Override
    public void close() {
        mpi.abandon();
    }

    private static <T> T get(FutureTask<T> task) throws IOException, InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
