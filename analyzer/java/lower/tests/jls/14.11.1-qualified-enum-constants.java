//~ javac 21
class A {
    sealed interface S permits E, F {}
    enum E implements S { X, Y }
    enum F implements S { Z }
    static void u() {}
    static void v() {}
    static void w() {}
    //~ flow entry -> requireNonNull; <init> -> throw; requireNonNull -> <init> u v w; u -> return; v -> return
    //~ flow w -> return
    void f(S s) {
        switch (s) {
            case E.X -> u(); //~ call A.u()V static
            case E.Y -> v(); //~ call A.v()V static
            case F.Z -> w(); //~ call A.w()V static
        }
    }
}
