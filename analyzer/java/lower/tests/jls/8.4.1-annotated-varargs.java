import java.lang.annotation.*;

class A {
    @Target(ElementType.TYPE_USE) @interface Y {}
    static void many(String @Y ... v) {} //~ method many([Ljava/lang/String;)V static
    static void arrays(@Y int @Y [] @Y ... v) {} //~ method arrays([[I)V static
    void f() {
        many("a", "b"); //~ new [Ljava/lang/String;, call A.many([Ljava/lang/String;)V static
        arrays(new int[0]); //~ new [[I, new [I, call A.arrays([[I)V static
    }
}
