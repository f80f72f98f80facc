package seeds;

import java.util.*;
import java.util.concurrent.Callable;
import java.util.function.*;
import java.util.stream.*;

abstract class Functionals<T extends Comparable<T>> {
    interface Maker<A, B> { B make(A a) throws Exception; default <C> Maker<A, C> then(Maker<? super B, ? extends C> next) { return a -> next.make(make(a)); } }
    interface Generic { <X> X id(X x); }
    private int count;
    static Supplier<String> early = String::new;
    final Runnable field = () -> count++;

    void lambdas(List<T> list, Map<String, List<Integer>> map) throws Exception {
        int captured = list.size();
        Runnable r = () -> { };
        Function<Integer, Function<Integer, Integer>> curried = a -> b -> a + b + captured + count;
        BiFunction<String, Integer, String> typed = (final String s, Integer i) -> s + i;
        BinaryOperator<Integer> max = (var x, var y) -> x > y ? x : y;
        Callable<Object> callable = () -> { if (captured > 1) return null; throw new Exception(); };
        Comparator<T> comparator = Comparator.comparing((T t) -> t.toString()).thenComparing(Object::hashCode).reversed();
        Supplier<Supplier<int[]>> nested = () -> () -> new int[]{captured};
        run(() -> count); run(() -> { count++; }); run(this::size);
        Object cast = (Runnable) () -> System.out.println(captured);
        list.sort(comparator); list.forEach(t -> { class In { T get() { return t; } } new In().get(); });
        map.computeIfAbsent("k", k -> new ArrayList<>()).add(curried.apply(1).apply(2));
        Predicate<String> p = captured > 2 ? String::isEmpty : s -> s.length() > captured;
    }

    void references(List<T> list) {
        Function<String, Integer> unbound = String::length;
        Supplier<Integer> bound = "text"::length;
        Function<Integer, int[]> array = int[]::new;
        Supplier<List<String>> make = ArrayList<String>::new;
        Function<Integer, List<String>> sized = ArrayList::new;
        Consumer<Object> print = System.out::println;
        Supplier<String> upper = super::toString;
        Comparator<String> order = String::compareToIgnoreCase;
        IntFunction<Integer> box = Integer::valueOf;
        Function<T, Functionals<T>.Inner> inner = Inner::new;
        Generic id = Functionals::identity;
        UnaryOperator<int[]> copy = int[]::clone;
    }

    String streams(Stream<T> stream, Collection<? super Integer> sink) {
        Map<Integer, List<String>> groups = Stream.of("a", "bb", "c").collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.toList()));
        int total = IntStream.range(0, 10).filter(i -> i % 2 == 0).map(i -> i * i).sum();
        List<String> sorted = stream.filter(Objects::nonNull).map(t -> t.toString()).sorted(Comparator.comparing(String::length)).collect(Collectors.toList());
        sorted.stream().flatMap(s -> Stream.of(s, s + total)).mapToInt(String::hashCode).boxed().forEach(sink::add);
        return groups.entrySet().stream().map(e -> e.getKey() + ":" + e.getValue()).reduce("", (a, b) -> a + b);
    }

    class Inner { Inner(T value) { count++; } }
    static <X> X identity(X x) { return x; }
    int size() { return count; }
    static void run(Runnable r) { r.run(); }
    static <V> V run(Callable<V> c) throws Exception { return c.call(); }
    abstract T top();
}
