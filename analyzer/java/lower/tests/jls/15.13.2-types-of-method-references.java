import java.util.*;
import java.util.concurrent.Callable;
import java.util.function.*;

class A {
    static <T> T call(Callable<T> c) { return null; }
    static <T, R> List<R> map(List<T> all, Function<? super T, ? extends R> f) { return null; }
    static int n() { return 1; }
    void f(List<String> all) {
        //~ reference java/util/concurrent/Callable.call()Ljava/lang/Object;
        //~ call A.call(Ljava/util/concurrent/Callable;)Ljava/lang/Object; static
        //~ call java/lang/Integer.intValue()I virtual, call A.n()I static method-reference
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        call(A::n).intValue();
        //~ reference java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call A.map(Ljava/util/List;Ljava/util/function/Function;)Ljava/util/List; static
        //~ call java/util/List.get(I)Ljava/lang/Object; interface, call java/lang/Integer.intValue()I virtual
        //~ call java/lang/String.length()I virtual method-reference
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        map(all, String::length).get(0).intValue();
        //~ reference java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call A.map(Ljava/util/List;Ljava/util/function/Function;)Ljava/util/List; static
        //~ call java/util/List.get(I)Ljava/lang/Object; interface
        //~ call java/util/Optional.get()Ljava/lang/Object; virtual
        //~ call java/lang/String.trim()Ljava/lang/String; virtual
        //~ call java/util/Optional.of(Ljava/lang/Object;)Ljava/util/Optional; static method-reference
        map(all, Optional::of).get(0).get().trim();
        //~ reference java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call A.map(Ljava/util/List;Ljava/util/function/Function;)Ljava/util/List; static
        //~ reference java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call A.map(Ljava/util/List;Ljava/util/function/Function;)Ljava/util/List; static
        //~ call java/util/List.get(I)Ljava/lang/Object; interface, call java/lang/Boolean.booleanValue()Z virtual
        //~ call java/lang/String.trim()Ljava/lang/String; virtual method-reference
        //~ call java/lang/String.isEmpty()Z virtual method-reference
        //~ call java/lang/Boolean.valueOf(Z)Ljava/lang/Boolean; static inserted
        map(map(all, String::trim), String::isEmpty).get(0).booleanValue();
        //~ reference java/util/function/Supplier.get()Ljava/lang/Object;, call A.n()I static method-reference
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        Object o = (Supplier<Object>) A::n;
        //~ lambda java/util/function/Supplier.get()Ljava/lang/Object;, reference java/lang/Runnable.run()V
        //~ call A.n()I static method-reference
        Supplier<Runnable> nested = () -> A::n;
    }
}
