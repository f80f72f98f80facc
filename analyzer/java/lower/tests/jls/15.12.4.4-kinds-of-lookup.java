interface I {
    void abs();
    default void def() { priv(); } //~ call I.priv()V special
    private void priv() {}
    static void stat() {}
}
class A implements I {
    public void abs() {}
    private void own() {}
    static void stat() {}
    final void fin() {}
    void f(I i, A a) {
        i.abs(); //~ call I.abs()V interface
        i.def(); //~ call I.def()V interface
        I.stat(); //~ call I.stat()V static
        a.abs(); //~ call A.abs()V virtual
        a.def(); //~ call A.def()V virtual
        a.own(); //~ call A.own()V special
        own(); //~ call A.own()V special
        A.stat(); //~ call A.stat()V static
        fin(); //~ call A.fin()V virtual
        super.hashCode(); //~ call java/lang/Object.hashCode()I special super-invocation
        i.toString(); //~ call java/lang/Object.toString()Ljava/lang/String; virtual
    }
}
