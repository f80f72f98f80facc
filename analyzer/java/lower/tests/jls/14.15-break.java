class A {
    static boolean p() { return true; }
    static void u() {}
    static void v() {}
    //~ flow entry -> p; p -> u v; u -> throw v; v -> return
    void runs_finally_on_the_way_out() {
        while (p()) {
            try { break; } finally { u(); } //~ call A.u()V static, call A.u()V static
        }
        v();
    }
    //~ flow entry -> u v; u -> v; v -> u v
    void leaves_the_switch_only(int i) {
        for (;;) {
            switch (i) { case 1: break; default: u(); }
            v();
        }
    }
}
