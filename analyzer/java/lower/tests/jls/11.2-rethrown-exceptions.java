import java.io.IOException;

class A {
    static void io() throws IOException {}
    static void u() {}
    static void v() {}
    //~ flow entry -> io; io -> v; u -> v; v -> return throw; io ! any:v java/lang/Exception:u; u ! any:v; v ! throw
    void f() throws IOException {
        try {
            io();
        } catch (final Exception e) {
            u();
            throw e;
        } finally {
            v();
        }
    }
}
