import java.util.*;

class A {
    static <T> T id(T t) { return t; }
    static <T extends Comparable<T>> T max(List<? extends T> all) { return null; }
    void f(List<? extends CharSequence> sequences, List raw, Map<String, List<Integer>> map) {
        //~ call A.id(Ljava/lang/Object;)Ljava/lang/Object; static, cast Ljava/lang/String;
        //~ call java/lang/String.trim()Ljava/lang/String; virtual
        id("x").trim();
        //~ call java/util/List.get(I)Ljava/lang/Object; interface, cast Ljava/lang/CharSequence;
        //~ call java/lang/CharSequence.length()I interface
        sequences.get(0).length();
        //~ call java/util/List.get(I)Ljava/lang/Object; interface, call java/lang/Object.hashCode()I virtual
        raw.get(0).hashCode();
        //~ call java/util/Map.get(Ljava/lang/Object;)Ljava/lang/Object; interface, cast Ljava/util/List;
        //~ call java/util/List.get(I)Ljava/lang/Object; interface, cast Ljava/lang/Integer;
        //~ call java/lang/Integer.intValue()I virtual
        map.get("k").get(0).intValue();
        //~ new [Ljava/lang/String;, call java/util/Arrays.asList([Ljava/lang/Object;)Ljava/util/List; static
        //~ call A.max(Ljava/util/List;)Ljava/lang/Comparable; static, cast Ljava/lang/String;
        //~ call java/lang/String.trim()Ljava/lang/String; virtual
        max(Arrays.asList("a")).trim();
        //~ call java/lang/Object.getClass()Ljava/lang/Class; virtual
        //~ call java/lang/Class.getName()Ljava/lang/String; virtual
        this.getClass().getName();
        //~ call java/util/Map.entrySet()Ljava/util/Set; interface
        //~ call java/util/Set.iterator()Ljava/util/Iterator; interface for-each
        //~ call java/util/Iterator.hasNext()Z interface for-each
        //~ call java/util/Iterator.next()Ljava/lang/Object; interface for-each, cast Ljava/util/Map$Entry;
        //~ call java/util/Map$Entry.getKey()Ljava/lang/Object; interface, cast Ljava/lang/String;
        //~ call java/lang/String.trim()Ljava/lang/String; virtual
        for (Map.Entry<String, List<Integer>> e : map.entrySet()) e.getKey().trim();
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call A.id(Ljava/lang/Object;)Ljava/lang/Object; static, cast Ljava/lang/Integer;
        //~ call java/lang/Integer.intValue()I virtual inserted
        int n = id(3);
    }
}
