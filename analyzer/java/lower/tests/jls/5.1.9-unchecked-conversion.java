import java.util.*;

class A {
    static <T extends Comparable<T>> T max(Collection<T> all) { return null; }
    static List raw() { return null; }
    void f() {
        List<String> list = raw(); //~ call A.raw()Ljava/util/List; static
        //~ call java/util/List.get(I)Ljava/lang/Object; interface, cast Ljava/lang/String;
        //~ call java/lang/String.trim()Ljava/lang/String; virtual
        list.get(0).trim();
        //~ call A.raw()Ljava/util/List; static, call A.max(Ljava/util/Collection;)Ljava/lang/Comparable; static
        //~ call java/lang/Object.hashCode()I virtual
        max(raw()).hashCode();
        //~ call A.raw()Ljava/util/List; static
        //~ call java/util/Collections.max(Ljava/util/Collection;)Ljava/lang/Object; static
        Object o = Collections.max(raw());
        //~ new java/util/ArrayList, call A.raw()Ljava/util/List; static
        //~ call java/util/ArrayList.<init>(Ljava/util/Collection;)V special creation
        //~ call java/util/ArrayList.get(I)Ljava/lang/Object; virtual, cast Ljava/lang/String;
        //~ call java/lang/String.trim()Ljava/lang/String; virtual
        new ArrayList<String>(raw()).get(0).trim();
    }
}
