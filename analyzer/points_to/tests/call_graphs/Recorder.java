import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles and runs programs: {@code FOLDER COUNT}, with the sources of each in {@code FOLDER/NUMBER/src}. */
class Recorder {
    public static void main(String[] arguments) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            for (int program = 0; program < Integer.parseInt(arguments[1]); program++) {
                Path folder = Path.of(arguments[0], Integer.toString(program));
                compile(compiler, files, folder);
                run(folder, Integer.toString(program));
            }
        }
    }

    private static void compile(JavaCompiler compiler, StandardJavaFileManager files, Path folder) throws Exception {
        List<File> sources = new ArrayList<>();
        try (Stream<Path> found = Files.walk(folder.resolve("src"))) {
            found.filter(path -> path.toString().endsWith(".java")).forEach(path -> sources.add(path.toFile()));
        }
        List<String> options = List.of("-nowarn", "-proc:none", "-d", folder.resolve("classes").toString());
        if (!compiler.getTask(null, files, null, options, null, files.getJavaFileObjectsFromFiles(sources)).call()) {
            throw new IllegalStateException(folder + " does not compile");
        }
    }

    private static void run(Path folder, String program) throws Exception {
        URL[] path = {folder.resolve("classes").toUri().toURL()};
        ClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader());
        loader.loadClass("trace.Trace").getField("program").set(null, program);
        boolean library = Files.exists(folder.resolve("classes/Client.class"));
        Class<?> launched = loader.loadClass(library ? "Client" : "Main");
        Method main = launched.getMethod("main", String[].class);
        main.setAccessible(true);
        ThreadGroup group = new ThreadGroup(program);
        Thread thread = new Thread(group, () -> invoke(launched, main), "main of " + program);
        thread.setContextClassLoader(loader);
        thread.start();
        thread.join();
        end(group);
    }

    /** As the launcher does: the class that is named is initialized, whoever declares its main. */
    private static void invoke(Class<?> launched, Method main) {
        try {
            Class.forName(launched.getName(), true, launched.getClassLoader());
            main.invoke(null, (Object) new String[0]);
        } catch (java.lang.reflect.InvocationTargetException thrown) {
            Thread self = Thread.currentThread();
            self.getUncaughtExceptionHandler().uncaughtException(self, thrown.getCause());
        } catch (IllegalAccessException | ClassNotFoundException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static void end(ThreadGroup group) throws InterruptedException {
        Thread[] threads = new Thread[16];
        for (int index = 0, count = group.enumerate(threads); index < count; index++) {
            if (!threads[index].isDaemon()) {
                threads[index].join();
            }
        }
    }
}
