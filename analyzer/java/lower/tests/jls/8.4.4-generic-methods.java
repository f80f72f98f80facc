import java.util.*;

class A {
    <T> T own(T t) { return t; } //~ method own(Ljava/lang/Object;)Ljava/lang/Object;
    //~ method map(Ljava/lang/Comparable;Ljava/lang/Object;)Ljava/util/Map; static
    static <K extends Comparable<K>, V> Map<K, V> map(K k, V v) { return null; }
    //~ method <init>(Ljava/lang/Object;)V, call java/lang/Object.<init>()V special constructor-invocation
    <T> A(T t) {}
    void f() {
        //~ call A.own(Ljava/lang/Object;)Ljava/lang/Object; virtual, cast Ljava/lang/String;
        //~ call java/lang/String.trim()Ljava/lang/String; virtual
        this.<String>own("x").trim();
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call A.map(Ljava/lang/Comparable;Ljava/lang/Object;)Ljava/util/Map; static
        //~ call java/util/Map.get(Ljava/lang/Object;)Ljava/lang/Object; interface, cast Ljava/lang/Integer;
        //~ call java/lang/Integer.intValue()I virtual
        A.<String, Integer>map("k", 1).get("k").intValue();
        //~ new [I, call A.map(Ljava/lang/Comparable;Ljava/lang/Object;)Ljava/util/Map; static
        //~ call java/util/Map.get(Ljava/lang/Object;)Ljava/lang/Object; interface, cast [I
        //~ call [I.clone()Ljava/lang/Object; virtual
        map("k", new int[0]).get("k").clone();
        //~ new A, call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call A.<init>(Ljava/lang/Object;)V special creation
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call A.own(Ljava/lang/Object;)Ljava/lang/Object; virtual, cast Ljava/lang/Integer;
        //~ call java/lang/Integer.intValue()I virtual
        new <Integer>A(1).own(2).intValue();
    }
}
