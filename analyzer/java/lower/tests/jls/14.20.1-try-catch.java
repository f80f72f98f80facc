import java.io.IOException;

class A {
    static void io() throws IOException {}
    static void u() {}
    static void v() {}
    static void w() {}
    //~ flow entry -> io; getMessage -> return; io -> u; u -> return; v -> return; w -> return; getMessage ! throw
    //~ flow io ! java/io/FileNotFoundException:v java/io/IOException|java/lang/IllegalStateException:getMessage java/lang/RuntimeException:w throw
    //~ flow u ! java/io/FileNotFoundException:v java/io/IOException|java/lang/IllegalStateException:getMessage java/lang/RuntimeException:w throw
    //~ flow v ! throw; w ! throw
    void first_that_fits() {
        try {
            io();
            u();
        } catch (java.io.FileNotFoundException e) {
            v();
        } catch (IOException | IllegalStateException e) {
            e.getMessage(); //~ call java/lang/Exception.getMessage()Ljava/lang/String; virtual
        } catch (RuntimeException e) {
            w();
        }
    }
    //~ flow entry -> io; io -> return; u -> return; v -> return
    //~ flow io ! java/io/IOException:v java/lang/IllegalStateException:u throw; u ! java/io/IOException:v throw
    //~ flow v ! throw
    void nested() {
        try {
            try { io(); } catch (IllegalStateException e) { u(); }
        } catch (IOException e) {
            v();
        }
    }
    //~ flow entry -> u; u -> return; v -> return; u ! java/lang/Throwable:v; v ! throw
    void everything() {
        try { u(); } catch (Throwable t) { v(); }
    }
}
