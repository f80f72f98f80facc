class A {
//~ javac none: it takes the mark for a character
    static void a() {}
    void f() { a(); } //~ call A.a()V static
}
