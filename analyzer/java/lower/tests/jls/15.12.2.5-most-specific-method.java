import java.util.concurrent.Callable;
import java.util.function.*;

class A {
    static void a(Object o) {}
    static void a(String s) {}
    static void b(Object o, String s) {}
    static void b(String s, Object o) {}
    static void b(String s, String t) {}
    static void c(Supplier<Object> s) {}
    static void c(Callable<Integer> s) {}
    static void d(IntFunction<Integer> f) {}
    static void d(LongFunction<Integer> f, int... rest) {}
    static void e(ToIntFunction<String> f) {}
    static void e(ToLongFunction<String> f) {}
    static void g(Runnable r) {}
    static void g(Callable<?> c) {}
    static <T> void h(T t) {}
    static <T extends Comparable<T>> void h(T t) {}
    static Object thrown() { return null; }
    void f() {
        a("s"); //~ call A.a(Ljava/lang/String;)V static
        a(null); //~ call A.a(Ljava/lang/String;)V static
        b("x", "y"); //~ call A.b(Ljava/lang/String;Ljava/lang/String;)V static
        //~ lambda java/util/concurrent/Callable.call()Ljava/lang/Object;
        //~ call A.c(Ljava/util/concurrent/Callable;)V static
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        c(() -> 1);
        //~ lambda java/util/function/IntFunction.apply(I)Ljava/lang/Object;
        //~ call A.d(Ljava/util/function/IntFunction;)V static
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        d(x -> x);
        //~ lambda java/util/function/ToIntFunction.applyAsInt(Ljava/lang/Object;)I
        //~ call A.e(Ljava/util/function/ToIntFunction;)V static, call java/lang/String.length()I virtual
        e((String s) -> s.length());
        //~ reference java/util/function/ToIntFunction.applyAsInt(Ljava/lang/Object;)I
        //~ call A.e(Ljava/util/function/ToIntFunction;)V static
        //~ call java/lang/String.length()I virtual method-reference
        e(String::length);
        //~ lambda java/util/concurrent/Callable.call()Ljava/lang/Object;
        //~ call A.g(Ljava/util/concurrent/Callable;)V static, new java/lang/Error
        //~ call java/lang/Error.<init>()V special creation
        g(() -> { throw new Error(); });
        //~ lambda java/util/concurrent/Callable.call()Ljava/lang/Object;
        //~ call A.g(Ljava/util/concurrent/Callable;)V static, call A.thrown()Ljava/lang/Object; static
        g(() -> thrown());
        //~ reference java/util/concurrent/Callable.call()Ljava/lang/Object;
        //~ call A.g(Ljava/util/concurrent/Callable;)V static
        //~ call A.thrown()Ljava/lang/Object; static method-reference
        g(A::thrown);
        h(""); //~ call A.h(Ljava/lang/Comparable;)V static
        //~ new java/lang/Object, call java/lang/Object.<init>()V special creation
        //~ call A.h(Ljava/lang/Object;)V static
        h(new Object());
    }
}
