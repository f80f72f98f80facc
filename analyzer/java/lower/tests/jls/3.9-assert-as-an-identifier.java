//~ javac none: `assert` is a keyword since Java 1.4
class A {
    void assert(boolean b) {} //~ method assert(Z)V
    void f() {
        this.assert(true); //~ call A.assert(Z)V virtual
    }
}
