import java.util.*;
import java.util.function.*;

class A {
    static int n() { return 1; }
    static void u() {}
    static void v() {}
    //~ flow entry -> v; run -> return; v -> run
    void later() {
        Runnable r = () -> u();
        v();
        r.run();
    }
    void captured_each_time(List<String> all) {
        for (String s : all) {
            int k = n();
            //~ lambda java/util/function/Supplier.get()Ljava/lang/Object; captures s k
            Supplier<String> f = () -> s + k;
        }
        //~ lambda java/lang/Runnable.run()V captures this
        //~ call java/lang/Object.<init>()V special constructor-invocation
        class Local { int own; void m() { Runnable r = () -> own++; } }
        //~ new A$1, call A$1.<init>(LA;)V special creation, lambda java/lang/Runnable.run()V captures this
        //~ call A.n()I static, call java/lang/Object.<init>()V special constructor-invocation
        //~ call A$1.<instance-initializer>()V special inserted
        new Object() { int z; Runnable r = () -> z += n(); };
    }
}
