import java.util.function.*;

class A {
    int field;
    static void a(Object o) {}
    static int n() { return 1; }
    void f(int x, String s) {
        final int k = 3;
        Runnable r = () -> a(s); //~ lambda java/lang/Runnable.run()V captures s, call A.a(Ljava/lang/Object;)V static
        //~ lambda java/lang/Runnable.run()V captures this x, get A.field, put A.field
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted, call A.a(Ljava/lang/Object;)V static
        Runnable t = () -> { field++; a(x); };
        //~ lambda java/lang/Runnable.run()V, call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call A.a(Ljava/lang/Object;)V static
        Runnable constant = () -> a(k);
        //~ lambda java/util/function/Supplier.get()Ljava/lang/Object; captures s
        //~ lambda java/lang/Runnable.run()V captures s, call A.a(Ljava/lang/Object;)V static
        Supplier<Runnable> nested = () -> () -> a(s);
        //~ lambda java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object; captures x
        //~ lambda java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object; captures p x
        //~ call java/lang/Integer.intValue()I virtual inserted, call java/lang/Integer.intValue()I virtual inserted
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        Function<Integer, Function<Integer, Integer>> curried = p -> q -> p + q + x;
        //~ new [Ljava/lang/Runnable;, lambda java/lang/Runnable.run()V, lambda java/lang/Runnable.run()V
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted, call A.a(Ljava/lang/Object;)V static
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted, call A.a(Ljava/lang/Object;)V static
        Runnable[] all = { () -> a(1), () -> a(2) };
        //~ lambda java/lang/Runnable.run()V captures this, call A.a(Ljava/lang/Object;)V static
        Object o = (Runnable) () -> a(this);
    }
    static Runnable made = () -> a(null); //~ lambda java/lang/Runnable.run()V, call A.a(Ljava/lang/Object;)V static
    //~ lambda java/lang/Runnable.run()V captures this, put A.own, get A.field
    //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted, call A.a(Ljava/lang/Object;)V static
    Runnable own = () -> a(field);
}
