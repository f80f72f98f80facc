//- Main.java
class Main {
    public static void main(String[] args) {
        p.A.run(new q.B());
    }
}
//- p/A.java
package p;

public class A {
    void f() { } //~ called by p.A.run

    public static void run(A a) { //~ called by Main.main
        a.f();
    }
}
//- q/B.java
package q;

public class B extends p.A {
    void f() { } //~ may be called by p.A.run
}
