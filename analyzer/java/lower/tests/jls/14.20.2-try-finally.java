class A {
    static boolean p() { return true; }
    static void u() {}
    static void v() {}
    static void w() {}
    //~ flow entry -> u; u -> v; v -> throw w; w -> return; u ! any:v; v ! throw; w ! throw
    void both_ways() {
        try { u(); } finally { v(); }
        w();
    }
    //~ flow entry -> u; u -> w; v -> w; w -> return throw; u ! any:w java/lang/IllegalStateException:v; v ! any:w
    //~ flow w ! throw
    void after_the_handler() {
        try { u(); } catch (IllegalStateException e) { v(); } finally { w(); }
    }
    void copies() {
        try {
            if (p()) return;
            u();
        } finally {
            v(); //~ call A.v()V static, call A.v()V static, call A.v()V static
        }
    }
    //~ flow entry -> u; u -> v; v -> w; w -> return throw; u ! any:v; v ! any:w; w ! throw
    void nested() {
        try {
            try { u(); } finally { v(); }
        } finally { w(); }
    }
    //~ flow entry -> u; u -> return; u ! throw
    void only_finally() {
        try { } finally { u(); }
    }
}
