package iccl.run.internal.launch;

/**
 * What every rank runs.
 *
 * @param kind how it is run
 * @param name an installed program's name, an absolute path, or a path inside the project
 */
public record Target(Kind kind, String name) {
    /** How a program is run. */
    public enum Kind {
        /** A program of a bundle in the installation. */
        INSTALLED,
        /** A jar of the user's: a bundle with a program, or a main class. */
        JAR,
        /** A source file of the user's, compiled before the start. */
        SOURCE,
        /** Anything that the system can execute; it gets no container. */
        EXECUTABLE,
        /** What the nodes build of the user's project: a jar, or an executable. */
        BUILT
    }

    public boolean isJava() {
        return kind == Kind.BUILT ? name.endsWith(".jar") : kind != Kind.EXECUTABLE;
    }
}
