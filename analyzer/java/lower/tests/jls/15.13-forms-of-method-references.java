//~ javac differs: `A$Derived$Inner.outer` javac passes this object on, lowering the one around it
//~ javac differs: `A$Derived$Inner.lambda$outer` javac reaches the method through an accessor
import java.util.*;
import java.util.function.*;

class A {
    static class Base { String named() { return ""; } }
    static class Derived extends Base {
        String named() { return "x"; }
        //~ reference java/util/function/Supplier.get()Ljava/lang/Object; captures this
        //~ call A$Base.named()Ljava/lang/String; special super-invocation
        Supplier<String> of_super() { return super::named; }
        //~ reference java/util/function/Supplier.get()Ljava/lang/Object; captures _
        //~ call A$Base.named()Ljava/lang/String; special super-invocation
        //~ call java/lang/Object.<init>()V special constructor-invocation
        class Inner { Supplier<String> outer() { return Derived.super::named; } }
    }
    static int s(String x) { return 1; }
    int v(String x) { return 2; }
    A(String s) {}
    A() {}
    class In { In(int x) {} }
    A self() { return this; }
    static <T> T id(T t) { return t; }
    static int many(Object... xs) { return 0; }
    static int f(A a, List<String> list) {
        //~ reference java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call java/lang/String.length()I virtual method-reference
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        Function<String, Integer> unbound = String::length;
        //~ reference java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call A.s(Ljava/lang/String;)I static method-reference
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        Function<String, Integer> of_class = A::s;
        //~ call java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object; static inserted
        //~ reference java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object; captures a
        //~ call A.v(Ljava/lang/String;)I virtual method-reference
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        Function<String, Integer> bound = a::v;
        //~ call A.self()LA; virtual
        //~ call java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object; static inserted
        //~ reference java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object; captures _
        //~ call A.v(Ljava/lang/String;)I virtual method-reference
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        Function<String, Integer> evaluated = a.self()::v;
        //~ call java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object; static inserted
        //~ reference java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object; captures _
        //~ call java/lang/Class.cast(Ljava/lang/Object;)Ljava/lang/Object; virtual method-reference
        Function<Object, String> of_literal = String.class::cast;
        //~ reference java/util/function/Supplier.get()Ljava/lang/Object; captures _
        //~ call java/lang/String.length()I virtual method-reference
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        Supplier<Integer> of_constant = "constant"::length;
        //~ reference java/util/function/BiFunction.apply(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;
        //~ call A.v(Ljava/lang/String;)I virtual method-reference
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        BiFunction<A, String, Integer> first_is_receiver = A::v;
        //~ reference java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;, new A
        //~ call A.<init>(Ljava/lang/String;)V special method-reference
        Function<String, A> constructor = A::new;
        //~ reference java/util/function/Supplier.get()Ljava/lang/Object;, new A
        //~ call A.<init>()V special method-reference
        Supplier<A> without = A::new;
        //~ reference java/util/function/IntFunction.apply(I)Ljava/lang/Object;, new [[I
        IntFunction<int[][]> array = int[][]::new;
        //~ reference java/util/function/Supplier.get()Ljava/lang/Object;, new java/util/ArrayList
        //~ call java/util/ArrayList.<init>()V special method-reference
        Supplier<List<String>> diamond = ArrayList::new;
        //~ reference java/util/function/Supplier.get()Ljava/lang/Object;, new java/util/ArrayList
        //~ call java/util/ArrayList.<init>()V special method-reference
        Supplier<List<String>> explicit = ArrayList<String>::new;
        //~ reference java/util/function/UnaryOperator.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call A.id(Ljava/lang/Object;)Ljava/lang/Object; static method-reference
        UnaryOperator<String> generic = A::<String>id;
        //~ reference java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;, new [Ljava/lang/Object;
        //~ call A.many([Ljava/lang/Object;)I static method-reference
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        Function<String, Integer> packed = A::many;
        //~ reference java/util/function/BiFunction.apply(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;
        //~ new [Ljava/lang/Object;, call A.many([Ljava/lang/Object;)I static method-reference
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        BiFunction<String, Integer, Integer> packed_boxed = A::many;
        return 0;
    }
    //~ reference java/lang/Runnable.run()V captures this, call A.self()LA; virtual method-reference
    Runnable own() { return this::self; }
    //~ reference java/util/function/IntFunction.apply(I)Ljava/lang/Object; captures this, new A$In
    //~ call A$In.<init>(LA;I)V special method-reference
    IntFunction<In> inner() { return In::new; }
}

// Before `::new` stands a type, also where a variable has its name.
class N {
    static class URL {
        URL(String text) {}
        static class Part {}
    }
    static final Object URL = "", java = "";
    //~ reference java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;, new N$URL
    //~ call N$URL.<init>(Ljava/lang/String;)V special method-reference
    Function<String, Object> simple() { return URL::new; }
    //~ reference java/util/function/Supplier.get()Ljava/lang/Object;, new N$URL$Part
    //~ call N$URL$Part.<init>()V special method-reference
    Supplier<Object> member(Object URL) { return URL.Part::new; }
    //~ reference java/util/function/Supplier.get()Ljava/lang/Object;, new java/util/ArrayList
    //~ call java/util/ArrayList.<init>()V special method-reference
    Supplier<Object> of_package() { return java.util.ArrayList::new; }
    //~ call java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object; static inserted
    //~ reference java/util/function/Supplier.get()Ljava/lang/Object; captures _
    //~ call java/lang/Object.toString()Ljava/lang/String; virtual method-reference
    Supplier<Object> others_mean_the_variable() { return URL::toString; }
}
