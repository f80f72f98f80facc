class A {
    static void a(Object o) {}
    A(int... xs) {}
    void own() {}
    void f(int x, String s) {
        //~ class A$1, field this$0 LA;, field val$x I, field val$s Ljava/lang/String;
        //~ method <instance-initializer>()V instance-initializer, method <init>(LA;ILjava/lang/String;)V implicit
        //~ new A$1, call A$1.<init>(LA;ILjava/lang/String;)V special creation
        //~ call java/lang/Object.<init>()V special constructor-invocation
        //~ call A$1.<instance-initializer>()V special inserted
        Runnable r = new Runnable() {
            int z = x; //~ get A$1.val$x, put A$1.z
            //~ get A$1.val$s, call A.a(Ljava/lang/Object;)V static, get A$1.this$0, call A.own()V virtual
            public void run() { a(s); own(); }
        };
        //~ class A$2, method own()V, method <init>(LA;[I)V implicit, new A$2, new [I
        //~ call A$2.<init>(LA;[I)V special creation, call A$2.own()V virtual, call A.own()V special super-invocation
        //~ call A.<init>([I)V special constructor-invocation
        new A(1, 2) { void own() { super.own(); } }.own();
    }
    static Object g() {
        //~ class A$3, new A$3, call A$3.<init>()V special creation, call A.a(Ljava/lang/Object;)V static
        //~ call java/lang/Object.<init>()V special constructor-invocation
        //~ call A$3.<instance-initializer>()V special inserted
        return new Object() { { a(this); } };
    }
}
