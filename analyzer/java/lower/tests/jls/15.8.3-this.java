class A {
    int x;
    static void a(Object o) {}
    //~ call java/lang/Object.<init>()V special constructor-invocation, call A.a(Ljava/lang/Object;)V static
    A() { a(this); }
    void f() {
        this.f(); //~ call A.f()V virtual
        this.x = 1; //~ put A.x
        //~ lambda java/lang/Runnable.run()V captures this, call A.a(Ljava/lang/Object;)V static
        Runnable r = () -> a(this);
        //~ new A$1, call A$1.<init>(LA;)V special creation, call A.a(Ljava/lang/Object;)V static
        //~ call java/lang/Object.<init>()V special constructor-invocation
        new Object() { void m() { a(this); } };
    }
}
