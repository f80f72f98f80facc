import java.util.concurrent.Callable;
import java.util.function.*;

class A {
    static int n() { return 1; }
    static boolean p() { return true; }
    static void u() {}
    void f() {
        Runnable expression = () -> n(); //~ lambda java/lang/Runnable.run()V, call A.n()I static
        //~ lambda java/util/function/Supplier.get()Ljava/lang/Object;, call A.n()I static
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        Supplier<Integer> value = () -> n();
        //~ lambda java/util/function/ToLongFunction.applyAsLong(Ljava/lang/Object;)J, call A.n()I static
        ToLongFunction<String> widened = s -> n();
        //~ lambda java/util/function/Supplier.get()Ljava/lang/Object;, call A.u()V static, call A.n()I static
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        Supplier<Integer> block = () -> { u(); return n(); };
        //~ flow in lambda#4: entry -> p; n -> valueOf#1; p -> n valueOf#2; u -> return throw; valueOf#1 -> return
        //~ flow in lambda#4: valueOf#2 -> u
        Callable<Integer> ways = () -> { if (p()) return n(); try { return 2; } finally { u(); } };
        //~ lambda java/util/function/Supplier.get()Ljava/lang/Object;, new java/lang/IllegalStateException
        //~ call java/lang/IllegalStateException.<init>()V special creation
        Supplier<Integer> never = () -> { throw new IllegalStateException(); };
    }
}
