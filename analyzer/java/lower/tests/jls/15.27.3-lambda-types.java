import java.util.*;
import java.util.function.*;
import java.util.stream.*;

class A {
    static <T, R> R apply(Function<? super T, ? extends R> f, T t) { return f.apply(t); }
    static <T> T either(Supplier<T> a, Supplier<T> b) { return a.get(); }
    void f(List<String> all, Map<String, List<Integer>> map) {
        //~ lambda java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call A.apply(Ljava/util/function/Function;Ljava/lang/Object;)Ljava/lang/Object; static
        //~ call java/lang/Integer.intValue()I virtual, call java/lang/String.length()I virtual
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        apply(s -> s.length(), "x").intValue();
        //~ lambda java/util/function/Supplier.get()Ljava/lang/Object;
        //~ lambda java/util/function/Supplier.get()Ljava/lang/Object;
        //~ call A.either(Ljava/util/function/Supplier;Ljava/util/function/Supplier;)Ljava/lang/Object; static
        //~ call java/lang/String.trim()Ljava/lang/String; virtual
        either(() -> "x", () -> "y").trim();
        //~ call java/util/List.stream()Ljava/util/stream/Stream; interface
        //~ lambda java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call java/util/stream/Stream.map(Ljava/util/function/Function;)Ljava/util/stream/Stream; interface
        //~ lambda java/util/function/Predicate.test(Ljava/lang/Object;)Z
        //~ call java/util/stream/Stream.filter(Ljava/util/function/Predicate;)Ljava/util/stream/Stream; interface
        //~ lambda java/util/function/ToIntFunction.applyAsInt(Ljava/lang/Object;)I
        //~ call java/util/stream/Stream.mapToInt(Ljava/util/function/ToIntFunction;)Ljava/util/stream/IntStream; interface
        //~ call java/util/stream/IntStream.sum()I interface, call java/lang/String.length()I virtual
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call java/lang/Integer.intValue()I virtual inserted, call java/lang/Integer.intValue()I virtual inserted
        all.stream().map(s -> s.length()).filter(n -> n > 1).mapToInt(n -> n).sum();
        //~ call java/util/List.stream()Ljava/util/stream/Stream; interface
        //~ lambda java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call java/util/stream/Collectors.groupingBy(Ljava/util/function/Function;)Ljava/util/stream/Collector; static
        //~ call java/util/stream/Stream.collect(Ljava/util/stream/Collector;)Ljava/lang/Object; interface
        //~ cast Ljava/util/Map;, call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call java/util/Map.get(Ljava/lang/Object;)Ljava/lang/Object; interface, cast Ljava/util/List;
        //~ call java/util/List.get(I)Ljava/lang/Object; interface, cast Ljava/lang/String;
        //~ call java/lang/String.trim()Ljava/lang/String; virtual, call java/lang/String.length()I virtual
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        all.stream().collect(Collectors.groupingBy(s -> s.length())).get(1).get(0).trim();
        //~ lambda java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call java/util/Map.computeIfAbsent(Ljava/lang/Object;Ljava/util/function/Function;)Ljava/lang/Object; interface
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call java/util/List.add(Ljava/lang/Object;)Z interface, new java/util/ArrayList
        //~ call java/util/ArrayList.<init>()V special creation
        map.computeIfAbsent("k", k -> new ArrayList<>()).add(1);
        //~ lambda java/util/function/BiConsumer.accept(Ljava/lang/Object;Ljava/lang/Object;)V
        //~ call java/util/Map.forEach(Ljava/util/function/BiConsumer;)V interface
        //~ lambda java/util/function/Consumer.accept(Ljava/lang/Object;)V
        //~ call java/util/List.forEach(Ljava/util/function/Consumer;)V interface
        //~ call java/lang/Integer.intValue()I virtual
        map.forEach((k, v) -> v.forEach(n -> n.intValue()));
        //~ lambda java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call java/util/Comparator.comparing(Ljava/util/function/Function;)Ljava/util/Comparator; static
        //~ lambda java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call java/util/Comparator.thenComparing(Ljava/util/function/Function;)Ljava/util/Comparator; interface
        //~ call java/lang/String.length()I virtual
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call java/lang/String.hashCode()I virtual
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        Comparator<String> c = Comparator.comparing((String s) -> s.length()).thenComparing(s -> s.hashCode());
        //~ lambda java/util/function/Predicate.test(Ljava/lang/Object;)Z, call java/lang/String.isEmpty()Z virtual
        Predicate<? super String> wild = s -> s.isEmpty();
        //~ call java/util/Optional.of(Ljava/lang/Object;)Ljava/util/Optional; static
        //~ lambda java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call java/util/Optional.map(Ljava/util/function/Function;)Ljava/util/Optional; virtual
        //~ lambda java/util/function/Supplier.get()Ljava/lang/Object;
        //~ call java/util/Optional.orElseGet(Ljava/util/function/Supplier;)Ljava/lang/Object; virtual
        //~ call java/lang/String.length()I virtual, call java/lang/String.isEmpty()Z virtual
        //~ call java/lang/String.trim()Ljava/lang/String; virtual
        Optional.of("x").map(s -> s.isEmpty() ? null : s.trim()).orElseGet(() -> "z").length();
    }
}
