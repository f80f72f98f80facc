class A {
    static boolean p() { return true; }
    static boolean q() { return true; }
    static void u() {}
    static void v() {}
    static void w() {}
    //~ flow entry -> p; p -> q u; q -> v w; u -> w; v -> w; w -> return
    void f() {
        if (p()) u(); else if (q()) v();
        w();
    }
    //~ flow entry -> v; v -> w; w -> return
    void constants() {
        final boolean no = false;
        if (no) { u(); } else { v(); } //~ call A.v()V static
        if (true) w(); //~ call A.w()V static
    }
}
