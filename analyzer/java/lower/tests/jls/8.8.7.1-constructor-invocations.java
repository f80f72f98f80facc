class A {
    static int a() { return 1; }
    static void u() {}
    int field = a(); //~ call A.a()I static, put A.field
    //~ call java/lang/Object.<init>()V special constructor-invocation
    //~ call A.<instance-initializer>()V special inserted, call A.u()V static
    A(int x) { u(); }
    A() { this(a()); } //~ call A.a()I static, call A.<init>(I)V special constructor-invocation
    //~ call java/lang/Object.<init>()V special constructor-invocation
    //~ call A.<instance-initializer>()V special inserted
    A(Object... xs) { super(); }
    class In { In(int x) {} }
    static class B extends A {
        //~ call A$B.a()I static, call A.<init>(I)V special constructor-invocation, call A$B.u()V static
        B() { super(a()); u(); }
        B(String s) {} //~ call A.<init>()V special constructor-invocation
        //~ new [Ljava/lang/Object;, call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call A.<init>([Ljava/lang/Object;)V special constructor-invocation
        B(long l) { super(1, "x"); }
    }
    static class C extends A.In {
        //~ call java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object; static inserted
        //~ call A.a()I static, call A$In.<init>(LA;I)V special constructor-invocation
        C(A a) { a.super(a()); }
    }
    class D extends In {
        D() { super(2); } //~ call A$In.<init>(LA;I)V special constructor-invocation
        <T> D(T t) { <String>this(); } //~ call A$D.<init>(LA;)V special constructor-invocation
    }
}
