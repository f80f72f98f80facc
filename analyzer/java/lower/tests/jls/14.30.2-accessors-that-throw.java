//~ javac 21
//~ javac differs: `A.same_first_component` javac asks once where patterns of several cases begin alike
//~ javac differs: `A.<init>` javac forgets the wrapping in field initializers
class A {
    record Point(int x, Object y) {}
    record Line(Point from, Point to) {}
    static void u() {}
    static void v() {}
    static void w() {}
    //~ flow entry -> u#1; <init> -> u#2 w; toString -> <init>; u#1 -> w x; u#2 -> w; v -> w; w -> return throw
    //~ flow x -> y; y -> v; <init> ! any:w java/lang/RuntimeException:u#2
    //~ flow toString ! any:w java/lang/RuntimeException:u#2; u#1 ! throw; u#2 ! any:w
    //~ flow v ! any:w java/lang/RuntimeException:u#2; w ! throw; x ! any:toString; y ! any:toString
    void wrapped_inside_of_the_try_block(Object o) {
        u();
        try {
            if (o instanceof Point(int a, var b)) v();
        } catch (RuntimeException e) {
            u();
        } finally {
            w();
        }
    }
    //~ flow entry -> u x; <init> -> throw; toString -> <init>; u -> return; v -> u; x -> y; y -> v; <init> ! throw
    //~ flow toString ! throw; u ! throw; v ! throw; x ! any:toString; y ! any:toString
    void wrapped_at_the_end(Object o) {
        if (o instanceof Point(int a, var b)) v();
        //~ flow in lambda#0: entry -> from return; <init> -> throw; from -> return to; to -> return x#1
        //~ flow in lambda#0: toString -> <init>; v -> return; x#1 -> y#1; x#2 -> y#2; y#1 -> x#2; y#2 -> v
        //~ flow in lambda#0: <init> ! throw; from ! any:toString; to ! any:toString; toString ! throw; v ! throw
        //~ flow in lambda#0: x#1 ! any:toString; x#2 ! any:toString; y#1 ! any:toString; y#2 ! any:toString
        Runnable r = () -> { if (o instanceof Line(Point(int a, var b), Point(int c, var d))) v(); };
        u();
    }
    //~ flow entry -> requireNonNull; <init>#1 -> throw; <init>#2 -> throw
    //~ flow from#1 -> <init>#1 from#2 return to#1 to#2 x#2 y#2; from#2 -> <init>#1 return to#2 x#2 y#2
    //~ flow isEmpty -> <init>#1 from#2 return to#2 x#2 y#2
    //~ flow requireNonNull -> <init>#1 from#1 from#2 return to#2 x#2 y#2; to#1 -> x#1; to#2 -> return x#2 y#2
    //~ flow toString -> <init>#2; x#1 -> y#1; x#2 -> return y#2; y#1 -> <init>#1 from#2 isEmpty return to#2 x#2 y#2
    //~ flow y#2 -> return; <init>#1 ! throw; <init>#2 ! throw; from#1 ! any:toString; from#2 ! any:toString
    //~ flow isEmpty ! throw; requireNonNull ! throw; to#1 ! any:toString; to#2 ! any:toString; toString ! throw
    //~ flow x#1 ! any:toString; x#2 ! any:toString; y#1 ! any:toString; y#2 ! any:toString
    int same_first_component(Line line) {
        return switch (line) {
            case Line(Point(int x, String s), var to) when s.isEmpty() -> x;
            case Line(Point(int x, Object y), var to) -> 1;
        };
    }
    //~ new java/lang/Object, call java/lang/Object.<init>()V special creation, call A$Point.x()I virtual inserted
    //~ call A$Point.y()Ljava/lang/Object; virtual inserted, new java/lang/MatchException
    //~ call java/lang/Throwable.toString()Ljava/lang/String; virtual inserted
    //~ call java/lang/MatchException.<init>(Ljava/lang/String;Ljava/lang/Throwable;)V special inserted
    boolean field = new Object() instanceof Point(int a, var b) && a > 1;
}
