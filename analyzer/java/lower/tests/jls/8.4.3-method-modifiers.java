abstract class A {
    abstract void without(); //~ method without()V bodiless
    native int outside(); //~ method outside()I bodiless
    static synchronized void locked() { locked(); } //~ method locked()V static, call A.locked()V static
    final strictfp void fixed() { without(); } //~ method fixed()V, call A.without()V virtual
    private void own() { outside(); } //~ method own()V, call A.outside()I virtual
    synchronized void on_this() { own(); } //~ call A.own()V special
}
