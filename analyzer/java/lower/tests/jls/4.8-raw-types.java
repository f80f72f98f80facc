import java.util.*;

class A<T extends CharSequence> {
    T t;
    List<String> list() { return null; }
    static <X extends Number> X id(X x) { return x; }
    static void f(A raw, List l, Map<String, List> m) {
        raw.t.length(); //~ get A.t, call java/lang/CharSequence.length()I interface
        //~ call A.list()Ljava/util/List; virtual, call java/util/List.get(I)Ljava/lang/Object; interface
        //~ call java/lang/Object.hashCode()I virtual
        raw.list().get(0).hashCode();
        //~ call java/util/List.iterator()Ljava/util/Iterator; interface for-each
        //~ call java/util/Iterator.hasNext()Z interface for-each
        //~ call java/util/Iterator.next()Ljava/lang/Object; interface for-each
        //~ call java/lang/Object.hashCode()I virtual
        for (Object o : l) o.hashCode();
        //~ call java/util/Map.get(Ljava/lang/Object;)Ljava/lang/Object; interface, cast Ljava/util/List;
        //~ call java/util/List.get(I)Ljava/lang/Object; interface, call java/lang/Object.hashCode()I virtual
        m.get("x").get(0).hashCode();
        //~ call java/util/List.get(I)Ljava/lang/Object; interface, cast Ljava/lang/Integer;
        //~ call A.id(Ljava/lang/Number;)Ljava/lang/Number; static, cast Ljava/lang/Integer;
        //~ call java/lang/Integer.intValue()I virtual
        id((Integer) l.get(0)).intValue();
        new A().list(); //~ new A, call A.<init>()V special creation, call A.list()Ljava/util/List; virtual
    }
}
