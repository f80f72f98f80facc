interface I {
    void abs(); //~ method abs()V bodiless
    //~ method def()V, call I.priv()V special, call I.abs()V interface, call I.stat()V static
    default void def() { priv(); abs(); stat(); }
    private void priv() { I.stat(); } //~ method priv()V, call I.stat()V static
    static void stat() { shared(); } //~ method stat()V static, call I.shared()V static
    private static void shared() {}
}
interface J extends I { default void def() { I.super.def(); } } //~ call I.def()V special super-invocation
class A implements J {
    public void abs() {}
    void f(I i, J j) {
        def(); //~ call A.def()V virtual
        J.super.def(); //~ call J.def()V special super-invocation
        i.def(); //~ call I.def()V interface
        j.abs(); //~ call J.abs()V interface
        I.stat(); //~ call I.stat()V static
        ((I) () -> {}).def(); //~ lambda I.abs()V, call I.def()V interface
    }
}
