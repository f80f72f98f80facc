import java.util.*;
import java.util.function.*;

class A {
    interface Own<T> extends Function<T, String> { default void more() {} boolean equals(Object o); }
    interface Generic { <T> T get(T t); }
    interface Both<X, Y> { void take(X x, Y y); }
    interface OnInt extends Both<Integer, String> { void take(Integer x, String y); }
    static String s(Object o) { return ""; }
    static <T> T g(T t) { return t; }
    void f() {
        //~ lambda A$Own.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call A.s(Ljava/lang/Object;)Ljava/lang/String; static
        Own<Integer> own = x -> s(x);
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call A$Own.apply(Ljava/lang/Object;)Ljava/lang/Object; interface, cast Ljava/lang/String;
        //~ call java/lang/String.trim()Ljava/lang/String; virtual
        own.apply(1).trim();
        //~ reference A$Generic.get(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call A.g(Ljava/lang/Object;)Ljava/lang/Object; static method-reference
        Generic g = A::g;
        //~ call A$Generic.get(Ljava/lang/Object;)Ljava/lang/Object; interface, cast Ljava/lang/String;
        //~ call java/lang/String.trim()Ljava/lang/String; virtual
        g.get("x").trim();
        //~ lambda A$OnInt.take(Ljava/lang/Integer;Ljava/lang/String;)V, call java/lang/Integer.intValue()I virtual
        //~ call java/lang/String.trim()Ljava/lang/String; virtual
        OnInt i = (x, y) -> { x.intValue(); y.trim(); };
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call A$OnInt.take(Ljava/lang/Integer;Ljava/lang/String;)V interface
        i.take(1, "y");
        Both<Integer, String> both = i; //~ none
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call A$Both.take(Ljava/lang/Object;Ljava/lang/Object;)V interface
        both.take(1, "y");
        //~ lambda java/util/Comparator.compare(Ljava/lang/Object;Ljava/lang/Object;)I
        Comparator<String> c = (a, b) -> 0;
    }
}
