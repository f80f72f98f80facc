import java.io.Closeable;
import java.io.IOException;
import java.io.StringReader;

class A {
    static StringReader open() { return new StringReader(""); }
    static void u() {}
    static void v() {}
    //~ flow entry -> open; addSuppressed -> throw; close -> throw v; open -> read; read -> close v; v -> return
    //~ flow addSuppressed ! throw; close ! any:addSuppressed throw; open ! throw; read ! any:close any:throw
    //~ flow v ! throw
    void basic() throws IOException {
        //~ call A.open()Ljava/io/StringReader; static, call java/io/StringReader.close()V virtual resource
        //~ call java/io/StringReader.close()V virtual resource
        //~ call java/lang/Throwable.addSuppressed(Ljava/lang/Throwable;)V virtual inserted
        try (StringReader r = open()) {
            r.read(); //~ call java/io/StringReader.read()I virtual
        }
        v();
    }
    //~ flow entry -> open; addSuppressed -> u#2 v; close -> u#2 v; open -> u#1; u#1 -> close u#2
    //~ flow u#2 -> return throw; v -> u#2; addSuppressed ! any:u#2 java/lang/IllegalStateException:v
    //~ flow close ! any:addSuppressed any:u#2 java/lang/IllegalStateException:v
    //~ flow open ! any:u#2 java/lang/IllegalStateException:v; u#1 ! any:close any:u#2 any:v; u#2 ! throw
    //~ flow v ! any:u#2
    void extended() {
        try (StringReader r = open()) { u(); } catch (IllegalStateException e) { v(); } finally { u(); }
    }
    //~ flow entry -> u; addSuppressed#1 -> close#2 throw; addSuppressed#2 -> throw; close#1 -> close#2 return throw
    //~ flow close#2 -> return throw; u -> close#1 close#2 return
    void in_reverse_order(AutoCloseable one, Closeable two) throws Exception {
        //~ call A.u()V static, call java/io/Closeable.close()V interface resource
        //~ call java/io/Closeable.close()V interface resource
        //~ call java/lang/Throwable.addSuppressed(Ljava/lang/Throwable;)V virtual inserted
        //~ call java/lang/AutoCloseable.close()V interface resource
        //~ call java/lang/AutoCloseable.close()V interface resource
        //~ call java/lang/Throwable.addSuppressed(Ljava/lang/Throwable;)V virtual inserted
        try (one; two) { u(); }
    }
    //~ flow entry -> open; addSuppressed -> throw; close -> return throw; open -> close return
    void closed_on_return() throws IOException {
        try (Closeable c = open()) { return; }
    }
    void functional() throws IOException {
        //~ lambda java/io/Closeable.close()V, call java/io/Closeable.close()V interface resource, call A.u()V static
        try (Closeable c = () -> u()) {}
    }
    <T extends Runnable & AutoCloseable> void variables(T t) throws Exception {
        //~ call java/lang/Runnable.run()V interface, call java/lang/AutoCloseable.close()V interface resource
        //~ call java/lang/AutoCloseable.close()V interface resource
        //~ call java/lang/Throwable.addSuppressed(Ljava/lang/Throwable;)V virtual inserted
        try (t) { t.run(); }
        //~ call java/lang/AutoCloseable.close()V interface, call java/lang/AutoCloseable.close()V interface resource
        //~ call java/lang/AutoCloseable.close()V interface resource
        //~ call java/lang/Throwable.addSuppressed(Ljava/lang/Throwable;)V virtual inserted
        try (var w = t) { w.close(); }
    }
}
