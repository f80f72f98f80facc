//~ javac none: a preview feature of Java 21 and 22 that was withdrawn
class A {
    static int a() { return 1; }
    String f(String name) {
        //~ gap `STR` is not resolved
        //~ gap string template
        //~ warning unresolved-name: the name `STR` is not known here
        //~ call unresolved ?/0 static inserted, call unresolved ?/0 static inserted, call A.a()I static, unknown
        //~ call unresolved ?/0 static inserted
        return STR."Hello \{name}, \{a()}!";
    }
}
