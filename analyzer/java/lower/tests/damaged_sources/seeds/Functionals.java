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

    class Inner { Inner(T value) { count++; } }
    static <X> X identity(X x) { return x; }
    int size() { return count; }
    static void run(Runnable r) { r.run(); }
    static <V> V run(Callable<V> c) throws Exception { return c.call(); }
    abstract T top();
}
