import java.util.*;
import java.util.function.*;
import java.util.stream.*;

class A {
    static <T> List<T> list(T... ts) { return null; }
    static <A, B> B then(A a, Function<A, B> f) { return f.apply(a); }
    static <T extends Comparable<? super T>> T least(Collection<? extends T> all) { return null; }
    static <T, C extends Collection<T>> C fill(Supplier<C> s, T... ts) { return s.get(); }
    static <E extends Exception> void raise(Exception e) throws E {}
    void f(Map<String, Integer> map) throws Exception {
        //~ new [Ljava/lang/String;, call A.list([Ljava/lang/Object;)Ljava/util/List; static
        //~ call java/util/List.get(I)Ljava/lang/Object; interface, cast Ljava/lang/String;
        //~ call java/lang/String.trim()Ljava/lang/String; virtual
        list("a", "b").get(0).trim();
        //~ lambda java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call A.then(Ljava/lang/Object;Ljava/util/function/Function;)Ljava/lang/Object; static
        //~ lambda java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call A.then(Ljava/lang/Object;Ljava/util/function/Function;)Ljava/lang/Object; static
        //~ cast Ljava/lang/String;, call java/lang/String.trim()Ljava/lang/String; virtual
        //~ call java/lang/String.length()I virtual
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call java/lang/Integer.toString()Ljava/lang/String; virtual
        then(then("x", s -> s.length()), n -> n.toString()).trim();
        //~ new [Ljava/lang/Integer;, call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call java/util/Arrays.asList([Ljava/lang/Object;)Ljava/util/List; static
        //~ call A.least(Ljava/util/Collection;)Ljava/lang/Comparable; static, cast Ljava/lang/Integer;
        //~ call java/lang/Integer.intValue()I virtual
        least(Arrays.asList(1, 2)).intValue();
        //~ reference java/util/function/Supplier.get()Ljava/lang/Object;, new [Ljava/lang/String;
        //~ call A.fill(Ljava/util/function/Supplier;[Ljava/lang/Object;)Ljava/util/Collection; static
        //~ cast Ljava/util/ArrayList;, call java/util/ArrayList.get(I)Ljava/lang/Object; virtual
        //~ cast Ljava/lang/String;, call java/lang/String.trim()Ljava/lang/String; virtual, new java/util/ArrayList
        //~ call java/util/ArrayList.<init>()V special method-reference
        fill(ArrayList::new, "x").get(0).trim();
        //~ lambda java/util/function/Supplier.get()Ljava/lang/Object;, new [Ljava/lang/Integer;
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call A.fill(Ljava/util/function/Supplier;[Ljava/lang/Object;)Ljava/util/Collection; static
        //~ cast Ljava/util/TreeSet;, call java/util/TreeSet.first()Ljava/lang/Object; virtual
        //~ cast Ljava/lang/Integer;, call java/lang/Integer.intValue()I virtual, new java/util/TreeSet
        //~ call java/util/TreeSet.<init>()V special creation
        fill(() -> new TreeSet<>(), 1).first().intValue();
        A.<RuntimeException>raise(null); //~ call A.raise(Ljava/lang/Exception;)V static
        //~ call java/util/Map.entrySet()Ljava/util/Set; interface
        //~ call java/util/Set.stream()Ljava/util/stream/Stream; interface
        String s = map.entrySet().stream()
            //~ call java/util/Map$Entry.comparingByValue()Ljava/util/Comparator; static
            //~ call java/util/Comparator.reversed()Ljava/util/Comparator; interface
            //~ call java/util/stream/Stream.sorted(Ljava/util/Comparator;)Ljava/util/stream/Stream; interface
            .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
            //~ lambda java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
            //~ call java/util/stream/Stream.map(Ljava/util/function/Function;)Ljava/util/stream/Stream; interface
            //~ call java/util/Map$Entry.getKey()Ljava/lang/Object; interface, cast Ljava/lang/String;
            //~ call java/util/Map$Entry.getValue()Ljava/lang/Object; interface
            //~ call java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String; static inserted
            .map(e -> e.getKey() + e.getValue())
            //~ call java/util/stream/Collectors.joining()Ljava/util/stream/Collector; static
            //~ call java/util/stream/Stream.collect(Ljava/util/stream/Collector;)Ljava/lang/Object; interface
            .collect(Collectors.joining());
        //~ call java/util/stream/Stream.of(Ljava/lang/Object;)Ljava/util/stream/Stream; static
        Map<Boolean, Set<String>> parts = Stream.of("a")
            //~ lambda java/util/function/Predicate.test(Ljava/lang/Object;)Z
            //~ reference java/util/function/Supplier.get()Ljava/lang/Object;
            //~ call java/util/stream/Collectors.toCollection(Ljava/util/function/Supplier;)Ljava/util/stream/Collector; static
            //~ call java/util/stream/Collectors.partitioningBy(Ljava/util/function/Predicate;Ljava/util/stream/Collector;)Ljava/util/stream/Collector; static
            //~ call java/util/stream/Stream.collect(Ljava/util/stream/Collector;)Ljava/lang/Object; interface
            //~ call java/lang/String.isEmpty()Z virtual, new java/util/TreeSet
            //~ call java/util/TreeSet.<init>()V special method-reference
            .collect(Collectors.partitioningBy(t -> t.isEmpty(), Collectors.toCollection(TreeSet::new)));
        //~ new [Ljava/lang/Number;, call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call java/lang/Double.valueOf(D)Ljava/lang/Double; static inserted
        //~ call A.list([Ljava/lang/Object;)Ljava/util/List; static
        List<? super Integer> lower = list(1, 2.0);
        //~ call java/util/Map.get(Ljava/lang/Object;)Ljava/lang/Object; interface
        //~ call java/util/Optional.ofNullable(Ljava/lang/Object;)Ljava/util/Optional; static
        //~ reference java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call java/util/Optional.map(Ljava/util/function/Function;)Ljava/util/Optional; virtual
        //~ call java/lang/Long.valueOf(J)Ljava/lang/Long; static inserted
        //~ call java/util/Optional.orElse(Ljava/lang/Object;)Ljava/lang/Object; virtual, cast Ljava/lang/Long;
        //~ call java/lang/Long.intValue()I virtual, call java/lang/Integer.longValue()J virtual method-reference
        //~ call java/lang/Long.valueOf(J)Ljava/lang/Long; static inserted
        Optional.ofNullable(map.get("k")).map(Integer::longValue).orElse(0L).intValue();
    }
}
