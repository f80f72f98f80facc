class A {
    static void u() {}
    static void v() {}
    static void w() {}
    static int a() { return 1; }
    A() { u(); }
    //~ flow in <instance-initializer>: entry -> a; a -> v; v -> return
    static class B extends A {
        int x = a();
        { v(); }
        //~ flow entry -> <init>; <init> -> <instance-initializer>; <instance-initializer> -> w; w -> return
        B() { w(); }
        //~ flow entry -> <init>; <init> -> v; v -> return
        B(int y) { this(); v(); }
    }
    static class C extends B {
        int z = a();
        //~ flow entry -> a; <init> -> <instance-initializer>; <instance-initializer> -> u; a -> <init>; u -> return
        C() { super(a()); u(); }
    }
}
