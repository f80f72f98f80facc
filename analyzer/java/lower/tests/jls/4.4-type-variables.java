import java.io.Closeable;

class A<T extends Comparable<T>, C extends Runnable & Closeable, S extends T> {
    T t;
    //~ method f(Ljava/lang/CharSequence;[Ljava/lang/Comparable;Ljava/lang/Runnable;Ljava/lang/Comparable;)Ljava/lang/CharSequence;
    <X extends CharSequence> X f(X x, T[] ts, C c, S s) throws Exception {
        x.length(); //~ call java/lang/CharSequence.length()I interface
        t.compareTo(s); //~ get A.t, call java/lang/Comparable.compareTo(Ljava/lang/Object;)I interface
        c.run(); //~ call java/lang/Runnable.run()V interface
        c.close(); //~ call java/io/Closeable.close()V interface
        s.compareTo(t); //~ get A.t, call java/lang/Comparable.compareTo(Ljava/lang/Object;)I interface
        ts[0].compareTo(t); //~ get [], get A.t, call java/lang/Comparable.compareTo(Ljava/lang/Object;)I interface
        return x;
    }
    static void g(A<String, Thread_, String> a) throws Exception {
        a.t.length(); //~ get A.t, cast Ljava/lang/String;, call java/lang/String.length()I virtual
        //~ call A.f(Ljava/lang/CharSequence;[Ljava/lang/Comparable;Ljava/lang/Runnable;Ljava/lang/Comparable;)Ljava/lang/CharSequence; virtual
        //~ cast Ljava/lang/String;, call java/lang/String.trim()Ljava/lang/String; virtual
        a.f("x", null, null, "y").trim();
    }
    static abstract class Thread_ implements Runnable, Closeable {}
}
