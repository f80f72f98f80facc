class A {
    static boolean p() { return true; }
    static boolean q() { return true; }
    static void u() {}
    static void v() {}
    //~ flow entry -> p#1; p#1 -> q u; p#2 -> u v; q -> p#2 v; u -> return; v -> return
    void f() {
        if (p() || q() && p()) u(); else v();
    }
    //~ flow entry -> p; p -> q return; q -> return
    boolean value() { return !(p() || q()); }
    void constants() {
        boolean b = true || p(); //~ none
        b = false || p(); //~ call A.p()Z static
    }
}
