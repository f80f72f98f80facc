import java.util.function.*;

class A {
    static void a(Runnable r) {}
    static void a(Supplier<String> s) {}
    static void b(Function<String, Integer> f) {}
    static void b(BiFunction<String, String, Integer> f) {}
    static void c(Consumer<String> c) {}
    static void c(Function<String, Integer> f) {}
    static int n(String s) { return 1; }
    static int n(String s, String t) { return 1; }
    static void d(int x) {}
    static void d(int x, int y) {}
    static <T> void e(T t, Supplier<T> s) {}
    static <T> void e(T t, Function<Integer, T> f) {}
    void f() {
        a(() -> {}); //~ lambda java/lang/Runnable.run()V, call A.a(Ljava/lang/Runnable;)V static
        //~ lambda java/util/function/Supplier.get()Ljava/lang/Object;
        //~ call A.a(Ljava/util/function/Supplier;)V static
        a(() -> "");
        //~ lambda java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call A.b(Ljava/util/function/Function;)V static
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        b(x -> 1);
        //~ lambda java/util/function/BiFunction.apply(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;
        //~ call A.b(Ljava/util/function/BiFunction;)V static
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        b((x, y) -> 1);
        //~ lambda java/util/function/Consumer.accept(Ljava/lang/Object;)V
        //~ call A.c(Ljava/util/function/Consumer;)V static, call A.n(Ljava/lang/String;)I static
        c(x -> { n(x); });
        //~ lambda java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call A.c(Ljava/util/function/Function;)V static
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        c(x -> 1);
        d(1); //~ call A.d(I)V static
        d(1, 2); //~ call A.d(II)V static
        //~ new [I, reference java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call A.e(Ljava/lang/Object;Ljava/util/function/Function;)V static, new [I
        e(new int[0], int[]::new);
    }
}
