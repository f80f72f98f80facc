//- Main.java
class Main {
    public static void main(String[] args) throws Exception {
        try {
            Class.forName("A");
        } catch (ClassNotFoundException expected) {
            Class.forName("p.B");
        }
    }
}
//- p/A.java
package p;

class A {
    static { } //~ p.A.<clinit> never called
}
//- p/B.java
package p;

class B {
    static { } //~ p.B.<clinit> called by Main.main
}
