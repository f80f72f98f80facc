package seeds;

import java.util.*;

enum Operation implements java.util.function.IntBinaryOperator {
    PLUS("+") { public int applyAsInt(int a, int b) { return a + b; } },
    TIMES("*", 2) { private int cache; public int applyAsInt(int a, int b) { return cache = a * b; } };
    final String sign; static final Map<String, Operation> BY_SIGN = new HashMap<>();
    static { for (Operation o : values()) BY_SIGN.put(o.sign, o); }
    Operation(String sign) { this(sign, 1); }
    Operation(String sign, int level) { this.sign = sign + level; }
    static Operation of(String s) { return valueOf(s); }
}

record Range<T extends Comparable<T>>(T low, @Deprecated T high, int... steps) implements Iterable<T> {
    static int count;
    Range { if (low.compareTo(high) > 0) throw new IllegalArgumentException(low + ">" + high); count++; }
    Range(T only) { this(only, only, 1, 2); }
    public T low() { return low; }
    public Iterator<T> iterator() { return List.of(low, high()).iterator(); }
    record Empty() { }
}

interface Greeter { String NAME = "x".trim(); String greet(); private String help() { return NAME; } static Greeter make() { return () -> NAME; } default String twice() { return greet() + help(); } class Simple implements Greeter { public String greet() { return Greeter.super.twice(); } } }

@interface Mark { int value() default 1; String[] names() default {"a", "b"}; Class<?> type() default Object.class; Override[] inner() default {}; }
@Mark(value = 2, names = "c") @FunctionalInterface interface Marked<@Mark A> { @Mark(3) A get(@Mark A a) throws Exception; }
non-sealed class Open extends Base { } sealed abstract class Base permits Open, Shut { } final class Shut extends Base { }
