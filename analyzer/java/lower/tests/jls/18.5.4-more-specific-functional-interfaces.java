import java.util.*;
import java.util.function.*;

class A {
    static void a(Function<String, Object> f) {}
    static void a(ToIntFunction<String> f) {}
    static void b(Supplier<Integer> s) {}
    static void b(IntSupplier s) {}
    static int primitive() { return 1; }
    static Integer boxed() { return 1; }
    void f(List<String> all) {
        //~ lambda java/util/function/ToIntFunction.applyAsInt(Ljava/lang/Object;)I
        //~ call A.a(Ljava/util/function/ToIntFunction;)V static, call java/lang/String.length()I virtual
        a((String s) -> s.length());
        //~ lambda java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call A.a(Ljava/util/function/Function;)V static, call java/lang/String.trim()Ljava/lang/String; virtual
        a((String s) -> s.trim());
        //~ lambda java/util/function/IntSupplier.getAsInt()I, call A.b(Ljava/util/function/IntSupplier;)V static
        //~ call A.primitive()I static
        b(() -> primitive());
        //~ lambda java/util/function/Supplier.get()Ljava/lang/Object;
        //~ call A.b(Ljava/util/function/Supplier;)V static, call A.boxed()Ljava/lang/Integer; static
        b(() -> boxed());
        //~ reference java/util/function/Supplier.get()Ljava/lang/Object;
        //~ call A.b(Ljava/util/function/Supplier;)V static, call A.boxed()Ljava/lang/Integer; static method-reference
        b(A::boxed);
        //~ lambda java/util/function/ToIntFunction.applyAsInt(Ljava/lang/Object;)I
        //~ call java/util/Comparator.comparingInt(Ljava/util/function/ToIntFunction;)Ljava/util/Comparator; static
        //~ call java/util/Comparator.reversed()Ljava/util/Comparator; interface
        //~ call java/util/List.sort(Ljava/util/Comparator;)V interface, call java/lang/String.length()I virtual
        all.sort(Comparator.comparingInt((String s) -> s.length()).reversed());
    }
}
