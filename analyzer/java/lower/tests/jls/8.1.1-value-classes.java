//~ javac none: proposed, in no release
//~ gap expected `;`, `=`, `,` or `(`, found `A`
//~ warning left-out: expected `;`, `=`, `,` or `(`, found `A`
//~ none
value class A {
    int x;
    void f() { hashCode(); }
}
class B {
    void g() { hashCode(); } //~ call java/lang/Object.hashCode()I virtual
}
