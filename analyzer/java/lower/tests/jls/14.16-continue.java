class A {
    static boolean p() { return true; }
    static void u() {}
    static void v() {}
    //~ flow entry -> p#1; p#1 -> p#2 return; p#2 -> u v; u -> p#1 throw; v -> u
    void goes_on_behind_the_finally_block() {
        while (p()) {
            try { if (p()) continue; v(); } finally { u(); }
        }
    }
    //~ flow entry -> p#1 return; p#1 -> p#2 u; p#2 -> p#1 v; u -> p#1 return; v -> u
    void continues_the_outer_loop() {
        all:
        for (int i = 0; i < 3; i++, u()) {
            do { if (p()) continue all; } while (p());
            v();
        }
    }
}
