import java.util.function.*;

class A {
    static A made() { return null; }
    static void u() {}
    void m() {}
    //~ flow entry -> made; <init> -> return; made -> requireNonNull#1; requireNonNull#1 -> u
    //~ flow requireNonNull#2 -> <init>; run -> requireNonNull#2; u -> run
    void qualifier_once(A a) {
        //~ call A.made()LA; static
        //~ call java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object; static inserted
        //~ reference java/lang/Runnable.run()V captures _, call A.m()V virtual method-reference
        Runnable r = made()::m;
        u();
        r.run(); //~ call java/lang/Runnable.run()V interface
        //~ call java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object; static inserted
        //~ reference java/lang/Runnable.run()V captures a, call A.m()V virtual method-reference
        r = a::m;
        //~ new A, call A.<init>()V special creation, reference java/lang/Runnable.run()V captures _
        //~ call A.m()V virtual method-reference
        r = new A()::m;
    }
    boolean boxes(IntPredicate p) { return p.test(1); }
    void adapts() {
        //~ reference java/util/function/ToLongFunction.applyAsLong(Ljava/lang/Object;)J
        //~ call java/lang/Integer.intValue()I virtual method-reference
        ToLongFunction<Integer> widens = Integer::intValue;
        //~ reference java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;
        //~ call java/lang/Integer.intValue()I virtual inserted
        //~ call java/lang/Long.valueOf(J)Ljava/lang/Long; static method-reference
        Function<Integer, Long> boxed = Long::valueOf;
        //~ reference java/util/function/Consumer.accept(Ljava/lang/Object;)V
        //~ call java/lang/String.trim()Ljava/lang/String; virtual method-reference
        Consumer<String> discards = String::trim;
        //~ reference java/util/function/Supplier.get()Ljava/lang/Object; captures _
        //~ call java/lang/String.length()I virtual method-reference
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        Supplier<Integer> boxing = "x"::length;
    }
}
