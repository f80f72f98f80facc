import java.util.function.*;

class A {
    static void a(Object o) {}
    static void a(int x) {}
    static void a(String s) {}
    void f() {
        //~ lambda java/util/function/Consumer.accept(Ljava/lang/Object;)V, call A.a(Ljava/lang/String;)V static
        Consumer<String> inferred = s -> a(s);
        //~ lambda java/util/function/Consumer.accept(Ljava/lang/Object;)V, call A.a(Ljava/lang/Object;)V static
        Consumer<Integer> explicit = (Integer i) -> a(i);
        //~ lambda java/util/function/IntConsumer.accept(I)V, call A.a(I)V static
        IntConsumer primitive = (int i) -> a(i);
        //~ lambda java/util/function/BiConsumer.accept(Ljava/lang/Object;Ljava/lang/Object;)V
        //~ call A.a(Ljava/lang/String;)V static, call A.a(Ljava/lang/Object;)V static
        BiConsumer<String, Integer> with_var = (var s, var i) -> { a(s); a(i); };
        //~ lambda java/util/function/BiConsumer.accept(Ljava/lang/Object;Ljava/lang/Object;)V
        //~ call A.a(Ljava/lang/Object;)V static
        BiConsumer<String, Object> with_final = (final String s, @Deprecated Object o) -> a(o);
    }
}
