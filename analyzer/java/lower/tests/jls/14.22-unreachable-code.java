class A {
    static boolean p() { return true; }
    static void u() {}
    static void v() {}
    void f() {
        if (false) { u(); } //~ none
        while (true) { if (p()) return; } //~ call A.p()Z static
    }
    void g() {
        for (; p(); ) { break; } //~ call A.p()Z static
        final boolean debug = false;
        if (debug && p()) u(); //~ none
        if (debug || p()) v(); //~ call A.p()Z static, call A.v()V static
        boolean b = debug & p(); //~ call A.p()Z static
    }
}
