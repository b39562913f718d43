package iccl.run.internal.rank;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.run.internal.container.ProcessContainer;
import iccl.run.internal.text.ProgramJar;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;

/** Runs a jar: a bundle with a program in it, else its main class. */
final class JarPrograms {
    private JarPrograms() {}

    static int run(Path file, List<String> arguments) throws Throwable {
        ProgramJar jar = ProgramJar.read(file);
        if (!jar.programs().isEmpty()) {
            return ServicePrograms.runOnlyOneOf(file, arguments);
        }
        // Boot first: what is wrong with the installation must not look like the program's mistake.
        ProcessContainer.get();
        runMain(file, jar.mainClass(), arguments);
        return 0;
    }

    private static void runMain(Path file, String mainClass, List<String> arguments) throws Throwable {
        // Stays open as long as the process: the program may load classes at any time.
        URLClassLoader loader = open(file);
        Method main = mainMethod(loader, mainClass, file);
        MainThread thread = new MainThread(loader, () -> invoke(main, arguments));
        thread.runToTheEnd();
    }

    @SuppressWarnings("resource") // See the caller.
    private static URLClassLoader open(Path file) throws IOException {
        return new URLClassLoader("program", new URL[] {file.toUri().toURL()}, new SharedClasses());
    }

    private static Method mainMethod(ClassLoader loader, String mainClass, Path file) {
        try {
            Method main = Class.forName(mainClass, false, loader).getMethod("main", String[].class);
            if (!Modifier.isStatic(main.getModifiers())) {
                throw unusable(file, mainClass + ".main is not static");
            }
            // The class itself need not be public.
            main.setAccessible(true);
            return main;
        } catch (ClassNotFoundException e) {
            throw unusable(file, "its main class " + mainClass + " is not in it");
        } catch (NoSuchMethodException e) {
            throw unusable(file, mainClass + " has no public static void main(String[])");
        }
    }

    private static IcclException unusable(Path file, String why) {
        return new IcclException(ResultCode.INVALID_ARGUMENT, file + " cannot be run: " + why);
    }

    private static void invoke(Method main, List<String> arguments) throws Throwable {
        try {
            main.invoke(null, (Object) arguments.toArray(new String[0]));
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            throw cause == null ? e : cause;
        }
    }
}
