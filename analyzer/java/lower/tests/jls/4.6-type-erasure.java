import java.util.*;

class A<T> {
    T one(T t) { return t; } //~ method one(Ljava/lang/Object;)Ljava/lang/Object;
    //~ method many(Ljava/util/Map;[[Ljava/lang/Object;)[Ljava/util/List;
    List<T>[] many(Map<String, ? super T> m, T[]... ts) { return null; }
    //~ method bounded(Ljava/lang/Number;)Ljava/lang/Number;
    <U extends Number & Comparable<U>> U bounded(U u) { return u; }
    static class B extends A<String> {
        //~ method one(Ljava/lang/String;)Ljava/lang/String;
        //~ call A.one(Ljava/lang/Object;)Ljava/lang/Object; special super-invocation, cast Ljava/lang/String;
        String one(String s) { return super.one(s); }
    }
    void f(A<Integer> a, B b) {
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call A.one(Ljava/lang/Object;)Ljava/lang/Object; virtual, cast Ljava/lang/Integer;
        //~ call java/lang/Integer.intValue()I virtual
        a.one(1).intValue();
        //~ call A$B.one(Ljava/lang/String;)Ljava/lang/String; virtual
        //~ call java/lang/String.trim()Ljava/lang/String; virtual
        b.one("x").trim();
        //~ cast LA;, call A.one(Ljava/lang/Object;)Ljava/lang/Object; virtual, cast Ljava/lang/String;
        //~ call java/lang/String.trim()Ljava/lang/String; virtual
        ((A<String>) b).one("y").trim();
    }
}
