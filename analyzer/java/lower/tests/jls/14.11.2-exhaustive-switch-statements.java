//~ javac 21
class A {
    sealed interface S permits X, Y {}
    record X() implements S {}
    record Y(S inner) implements S {}
    enum E { ONE, TWO }
    static void u() {}
    static void v() {}
    //~ flow entry -> requireNonNull; <init>#1 -> throw; <init>#2 -> throw; inner#1 -> <init>#1 inner#2 u#2 v#1
    //~ flow inner#2 -> <init>#1 u#2; requireNonNull -> <init>#1 inner#1 inner#2 u#1 u#2; toString -> <init>#2
    //~ flow u#1 -> return; u#2 -> v#2; v#1 -> return; v#2 -> return
    void sealed_types(S s) {
        switch (s) {
            case X x -> u();
            case Y(X x) -> v();
            case Y(Y y) -> { u(); v(); }
        }
    }
    //~ flow entry -> ordinal; ordinal -> return u v; u -> return; v -> return
    void old_switch_over_an_enum(E e) {
        switch (e) { case ONE -> u(); case TWO -> v(); }
    }
    //~ flow entry -> <init> return u v; <init> -> throw; u -> return; v -> return
    void with_null(E e) {
        switch (e) { case null -> u(); case ONE -> v(); case TWO -> {} }
    }
}
