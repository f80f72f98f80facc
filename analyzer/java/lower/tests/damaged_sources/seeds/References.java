package seeds;

import java.util.*;
import java.util.concurrent.Callable;
import java.util.function.*;
import java.util.stream.*;

class References<T extends Comparable<T>> {
    interface Generic { <X> X id(X x); }
    private int count;

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
        Function<T, References<T>.Inner> inner = Inner::new;
        Generic id = References::identity;
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
}
