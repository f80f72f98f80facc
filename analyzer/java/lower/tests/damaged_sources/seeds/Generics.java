package seeds;

import java.util.*;
import java.util.function.Function;

class Generics<K extends Comparable<? super K>, V> {
    private final Map<K, List<? extends V>> map = new TreeMap<>();
    private Node<K, V> root;
    private K[] keys = (K[]) new Comparable[4];

    static final class Node<A extends Comparable<? super A>, B> {
        A key; B value; Node<A, B> left, right;
        Node(A key, B value) { this.key = key; this.value = value; }
        Node<A, B> insert(A k, B v) {
            int order = k.compareTo(key);
            if (order < 0) left = left == null ? new Node<>(k, v) : left.insert(k, v);
            else if (order > 0) right = right == null ? new Node<A, B>(k, v) : right.insert(k, v);
            else value = v;
            return this;
        }
        <R> R fold(R start, Function<? super B, ? extends R> each) { return right == null ? each.apply(value) : right.fold(start, each); }
    }

    static <T extends Object & Comparable<? super T>> T max(Collection<? extends T> items) {
        Iterator<? extends T> it = items.iterator(); T best = it.next();
        while (it.hasNext()) { T item = it.next(); if (item.compareTo(best) > 0) best = item; }
        return best;
    }

    static <A, B extends A, C extends List<? super B>> C fill(C into, B... items) { for (B item : items) into.add(item); return into; }
    static <E extends Enum<E>> E parse(Class<E> type, String name) { return Enum.valueOf(type, name); }
    <X extends Throwable> void sneak(Throwable t) throws X { throw (X) t; }

    V get(K key) {
        List<? extends V> found = map.getOrDefault(key, Collections.emptyList());
        for (Map.Entry<K, List<? extends V>> entry : map.entrySet()) { V v = entry.getValue().get(0); if (v != null) return v; }
        keys[0] = key; K again = keys[0];
        return found.isEmpty() ? null : found.get(0);
    }

    void raw(List list, Map<String, ?> wild, List<? super Integer> lower) {
        List<String> unchecked = list; Object o = list.get(0); for (Object each : list) o = each;
        lower.add(1); Object low = lower.get(0); Object any = wild.get("a"); int n = max(Arrays.asList(1, 2, 3));
        String s = max(fill(new ArrayList<String>(), "a", "b")); List<List<? extends Number>[]> odd = new ArrayList<>();
        Optional<String> opt = Optional.of("a").map(x -> x + 1).filter(x -> x.length() > 1); s = opt.orElseGet(() -> opt.get());
        Function<? super String, ? extends Integer> f = String::length; int i = f.apply("x"); swap(lower);
        new Generics<String, Integer>().<RuntimeException>sneak(null); Node<String, Integer> node = new Node<>("a", 1).insert("b", 2);
        int folded = node.fold(0, v -> v + 1); this.root.value = null; Map.Entry<String, Integer>[] entries = null; int first = entries[0].getValue();
    }

    private static <T> void swap(List<T> list) { T t = list.get(0); list.set(0, list.get(1)); list.set(1, t); }
    class Cursor implements Iterator<V> { Node<K, V> at = root; public boolean hasNext() { return at != null; } public V next() { V v = at.value; at = at.right; return v; } }
    interface Visitor<R, P extends Visitor<R, P>> { R visit(P self); }
    static class Self<S extends Self<S>> { S me() { return (S) this; } static <Q extends Self<Q>> Q of(Q q) { return q.me().me(); } }
}
