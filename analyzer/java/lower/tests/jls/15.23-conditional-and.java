class A {
    static boolean p() { return true; }
    static boolean q() { return true; }
    static void u() {}
    static void v() {}
    //~ flow entry -> p; p -> q v; q -> u v; u -> return; v -> return
    void f() {
        if (p() && q()) u(); else v();
    }
    //~ flow entry -> booleanValue; booleanValue -> p return; p -> return
    boolean value(Boolean boxed) { return boxed && p(); }
    void constants() {
        boolean b = false && p(); //~ none
        b = true && p(); //~ call A.p()Z static
    }
}
