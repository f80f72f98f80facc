import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

class A {
    static class Own implements Iterable<String> {
        public It iterator() { return new It(); }
    }
    static class It implements Iterator<String> {
        public boolean hasNext() { return false; }
        public String next() { return ""; }
    }
    static void a(Object o) {}
    static List<String> list() { return null; }
    static int[] ints() { return null; }
    //~ flow entry -> list; a -> hasNext; hasNext -> next return; iterator -> hasNext; list -> iterator; next -> a
    void lists() {
        //~ call A.list()Ljava/util/List; static
        //~ call java/util/List.iterator()Ljava/util/Iterator; interface for-each
        //~ call java/util/Iterator.hasNext()Z interface for-each
        //~ call java/util/Iterator.next()Ljava/lang/Object; interface for-each, cast Ljava/lang/String;
        //~ call A.a(Ljava/lang/Object;)V static
        for (String s : list()) { a(s); }
    }
    //~ flow entry -> ints; a -> return valueOf; ints -> return valueOf; valueOf -> a
    void arrays() {
        //~ call A.ints()[I static, get [], call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call A.a(Ljava/lang/Object;)V static
        for (int i : ints()) { a(i); }
    }
    void static_type(Own own, ArrayList<Integer> numbers, Integer[] boxes, List raw) {
        //~ call A$Own.iterator()LA$It; virtual for-each, call java/util/Iterator.hasNext()Z interface for-each
        //~ call java/util/Iterator.next()Ljava/lang/Object; interface for-each
        for (Object o : own) {}
        //~ call java/util/ArrayList.iterator()Ljava/util/Iterator; virtual for-each
        //~ call java/util/Iterator.hasNext()Z interface for-each
        //~ call java/util/Iterator.next()Ljava/lang/Object; interface for-each
        //~ call java/lang/Integer.intValue()I virtual inserted
        for (int i : numbers) {}
        for (int i : boxes) {} //~ get [], call java/lang/Integer.intValue()I virtual inserted
        //~ call java/util/List.iterator()Ljava/util/Iterator; interface for-each
        //~ call java/util/Iterator.hasNext()Z interface for-each
        //~ call java/util/Iterator.next()Ljava/lang/Object; interface for-each
        for (Object o : raw) {}
        //~ call A$Own.iterator()LA$It; virtual for-each, call java/util/Iterator.hasNext()Z interface for-each
        //~ call java/util/Iterator.next()Ljava/lang/Object; interface for-each
        //~ call java/lang/String.trim()Ljava/lang/String; virtual
        for (final var s : own) s.trim();
    }
    <T extends Iterable<String>> void variable(T all) {
        //~ call java/lang/Iterable.iterator()Ljava/util/Iterator; interface for-each
        //~ call java/util/Iterator.hasNext()Z interface for-each
        //~ call java/util/Iterator.next()Ljava/lang/Object; interface for-each
        for (String s : all) {}
    }
}
