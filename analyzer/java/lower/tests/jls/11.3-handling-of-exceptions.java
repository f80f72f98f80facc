class A {
    static void u() {}
    static void v() {}
    static void w() {}
    static void x() {}
    //~ flow entry -> u; u -> w; v -> w; w -> return throw x; x -> return
    //~ flow u ! any:w java/lang/IllegalStateException:v; v ! any:w; w ! java/lang/RuntimeException:x throw
    //~ flow x ! throw
    void innermost_first() {
        try {
            try {
                u();
            } catch (IllegalStateException e) {
                v();
            } finally {
                w();
            }
        } catch (RuntimeException e) {
            x();
        }
    }
    //~ flow entry -> run; run -> return; v -> return; run ! java/lang/Error:v throw; v ! throw
    void in_a_lambda() {
        try {
            Runnable r = () -> u();
            r.run();
        } catch (Error e) {
            v();
        }
    }
    //~ flow entry -> u; u -> x; v -> x; w -> x; x -> return throw; u ! any:x java/lang/Error:v
    //~ flow v ! any:x java/lang/Error:w; w ! any:x; x ! throw
    void from_a_handler() {
        try { u(); } catch (Error e) { try { v(); } catch (Error f) { w(); } } finally { x(); }
    }
}
