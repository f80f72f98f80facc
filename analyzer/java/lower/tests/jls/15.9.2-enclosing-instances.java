class A {
    class B { class C {} }
    static class S extends A {}
    A self() { return this; }
    void f() {
        new B(); //~ new A$B, call A$B.<init>(LA;)V special creation
        //~ new A$B$C, new A$B, call A$B.<init>(LA;)V special creation, call A$B$C.<init>(LA$B;)V special creation
        this.new B().new C();
        //~ new A$B, call A.self()LA; virtual
        //~ call java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object; static inserted
        //~ call A$B.<init>(LA;)V special creation
        self().new B();
        //~ class A$1, new A$1, new A$S, call A$S.<init>()V special creation
        //~ call A$1.<init>(LA;LA$S;)V special creation
        //~ call java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object; static inserted
        //~ call A$B.<init>(LA;)V special constructor-invocation
        new S().new B() { void own() {} };
    }
    static void g(A a) {
        //~ new A$B, call java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object; static inserted
        //~ call A$B.<init>(LA;)V special creation
        a.new B();
    }
    class D extends B {
        //~ call java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object; static inserted
        //~ call A$B.<init>(LA;)V special constructor-invocation
        D(A a) { a.super(); }
        D() {} //~ call A$B.<init>(LA;)V special constructor-invocation
    }
}
