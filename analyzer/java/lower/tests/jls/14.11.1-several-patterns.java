//~ javac 22
class A {
    record Foo(Object a) {}
    record Bar(Object b) {}
    static void u() {}
    static void v() {}
    void f(Object o) {
        switch (o) {
            //~ call A$Foo.a()Ljava/lang/Object; virtual inserted, call A$Bar.b()Ljava/lang/Object; virtual inserted
            //~ call A.u()V static, new java/lang/MatchException
            //~ call java/lang/Throwable.toString()Ljava/lang/String; virtual inserted
            //~ call java/lang/MatchException.<init>(Ljava/lang/String;Ljava/lang/Throwable;)V special inserted
            case Foo(_), Bar(_) -> u();
            case String _, Integer _ -> v(); //~ call A.v()V static
            default -> {}
        }
    }
}
