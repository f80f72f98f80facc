class A {
    void m() {}
    static void s() {}
    void over(int x) {}
    class B {
        void over(String s) {}
        void f() {
            m(); //~ get A$B.this$0, call A.m()V virtual
            s(); //~ call A.s()V static
            over("x"); //~ call A$B.over(Ljava/lang/String;)V virtual
            A.this.over(1); //~ get A$B.this$0, call A.over(I)V virtual
            //~ new A$B$1, call A$B$1.<init>(LA$B;)V special creation, get A$B$1.this$1, get A$B.this$0
            //~ call A.m()V virtual, get A$B$1.this$1, call A$B.over(Ljava/lang/String;)V virtual, put A$B$1.this$1
            //~ call java/lang/Object.<init>()V special constructor-invocation
            new Object() { void g() { m(); over("y"); } };
        }
    }
}
