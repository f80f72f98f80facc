//~ covered by sources-are-complete: the class that calls it is made while the program runs
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;

public class Main {
    public static void f() { } //~ called by Made.run

    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("generated");
        Path source = Files.writeString(folder.resolve("Made.java"),
            "public class Made extends Thread { public void run() { Main.f(); } }");
        String classes = Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        ToolProvider.getSystemJavaCompiler().run(null, null, null, "-cp", classes, source.toString());
        ClassLoader loader = new URLClassLoader(new URL[] { folder.toUri().toURL() }, Main.class.getClassLoader());
        Thread made = (Thread) loader.loadClass("Made").getDeclaredConstructor().newInstance();
        made.run();
    }
}
