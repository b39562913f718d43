package iccl.run.internal.rank;

/**
 * What a program sees of the launcher's class path: the API, logging and MPI's bindings. The rest is hidden, so that a
 * program may bring its own version of any library.
 */
final class SharedClasses extends ClassLoader {
    private final ClassLoader launcher = SharedClasses.class.getClassLoader();

    SharedClasses() {
        super("iccl-shared", ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (name.startsWith("iccl.api.") || name.startsWith("org.slf4j.") || name.startsWith("mpi.")) {
            return launcher.loadClass(name);
        }
        throw new ClassNotFoundException(name);
    }
}
