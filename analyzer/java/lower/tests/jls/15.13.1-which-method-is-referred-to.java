import java.util.*;
import java.util.function.*;

class A {
    static int over(Object o) { return 1; }
    static int over(String s) { return 2; }
    static int over(int x) { return 3; }
    static int over(Integer x) { return 4; }
    static void take(Function<String, Integer> f) {}
    void f(List<String> all, List<Integer> numbers) {
        //~ reference java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call A.take(Ljava/util/function/Function;)V static
        //~ call A.over(Ljava/lang/String;)I static method-reference
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        take(A::over);
        //~ reference java/util/function/ToIntFunction.applyAsInt(Ljava/lang/Object;)I
        //~ call A.over(Ljava/lang/Object;)I static method-reference
        ToIntFunction<Object> o = A::over;
        //~ reference java/util/function/IntUnaryOperator.applyAsInt(I)I, call A.over(I)I static method-reference
        IntUnaryOperator i = A::over;
        //~ reference java/util/function/ToIntFunction.applyAsInt(Ljava/lang/Object;)I
        //~ call A.over(Ljava/lang/Integer;)I static method-reference
        ToIntFunction<Integer> boxed = A::over;
        //~ reference java/util/function/IntBinaryOperator.applyAsInt(II)I
        //~ call java/lang/Math.max(II)I static method-reference
        IntBinaryOperator max = Math::max;
        //~ reference java/util/function/BinaryOperator.apply(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;
        //~ call java/lang/Integer.intValue()I virtual inserted, call java/lang/Integer.intValue()I virtual inserted
        //~ call java/lang/Integer.sum(II)I static method-reference
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        BinaryOperator<Integer> sum = Integer::sum;
        //~ reference java/util/Comparator.compare(Ljava/lang/Object;Ljava/lang/Object;)I
        //~ call java/util/List.sort(Ljava/util/Comparator;)V interface
        //~ call java/lang/String.compareTo(Ljava/lang/String;)I virtual method-reference
        all.sort(String::compareTo);
        //~ reference java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call java/util/Comparator.comparing(Ljava/util/function/Function;)Ljava/util/Comparator; static
        //~ call java/util/Comparator.naturalOrder()Ljava/util/Comparator; static
        //~ call java/util/Comparator.thenComparing(Ljava/util/Comparator;)Ljava/util/Comparator; interface
        //~ call java/util/List.sort(Ljava/util/Comparator;)V interface
        //~ call java/lang/String.length()I virtual method-reference
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        all.sort(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
        //~ call java/util/List.stream()Ljava/util/stream/Stream; interface
        //~ reference java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call java/util/stream/Stream.map(Ljava/util/function/Function;)Ljava/util/stream/Stream; interface
        //~ call java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object; static inserted
        //~ reference java/util/function/Consumer.accept(Ljava/lang/Object;)V captures _
        //~ call java/util/stream/Stream.forEach(Ljava/util/function/Consumer;)V interface
        //~ call java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String; static method-reference
        //~ call java/io/PrintStream.println(Ljava/lang/String;)V virtual method-reference
        all.stream().map(String::valueOf).forEach(System.out::println);
        //~ reference java/util/Comparator.compare(Ljava/lang/Object;Ljava/lang/Object;)I
        //~ call java/util/Map$Entry.comparingByValue(Ljava/util/Comparator;)Ljava/util/Comparator; static
        //~ call java/lang/Integer.intValue()I virtual inserted, call java/lang/Integer.intValue()I virtual inserted
        //~ call java/lang/Integer.compare(II)I static method-reference
        Comparator<Map.Entry<String, Integer>> c = Map.Entry.comparingByValue(Integer::compare);
    }
}
