import java.net.URL;
import java.net.URLClassLoader;

/** A class loader is not asked for classes after it has been closed. */
class ClassLoaderOpen {
    static void violates() throws Exception {
        URLClassLoader loader = new URLClassLoader(new URL[0]);
        loader.close();
        loader.loadClass("java.lang.String");
    }

    static void conforms() throws Exception {
        URLClassLoader loader = new URLClassLoader(new URL[0]);
        loader.loadClass("java.lang.String");
        loader.close();
    }
}
