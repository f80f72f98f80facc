//~ javac 21
class A {
    sealed interface Shape permits Circle, Square {}
    record Circle(int r) implements Shape {}
    record Square(int s) implements Shape { boolean big() { return true; } }
    static void u() {}
    static void v() {}
    static void w() {}
    static boolean p() { return true; }
    //~ flow entry -> intValue isEmpty u w; intValue -> return; isEmpty -> intValue p w; p -> intValue v w
    //~ flow u -> return; v -> return; w -> return
    void statement(Object o) {
        switch (o) {
            case null -> u();
            //~ call java/lang/String.isEmpty()Z virtual, call A.p()Z static, call A.v()V static
            case String s when s.isEmpty() && p() -> v();
            case Integer i -> i.intValue(); //~ call java/lang/Integer.intValue()I virtual
            default -> w();
        }
    }
    //~ flow entry -> requireNonNull; <init> -> throw; big -> <init> return s; r -> return
    //~ flow requireNonNull -> <init> big r return; s -> return
    int exhaustive(Shape shape) {
        return switch (shape) {
            case Circle c -> c.r(); //~ call A$Circle.r()I virtual
            case Square q when q.big() -> q.s(); //~ call A$Square.big()Z virtual, call A$Square.s()I virtual
            case Square q -> 0;
        };
    }
    //~ flow entry -> intValue trim w; intValue -> u w; trim -> return; u -> return; w -> return
    void groups(Object o) {
        switch (o) {
            case String s:
                s.trim();
                break;
            case Integer i when i > 3:
                u();
                break;
            case null, default:
                w();
        }
    }
}
