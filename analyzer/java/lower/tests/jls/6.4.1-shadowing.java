class A {
    static void m() {}
    static int v = 1;
    static class Thread { void run() {} }
    static class B {
        static void m(int x) {}
        static String v = "";
        void f(Object v) {
            m(1); //~ call A$B.m(I)V static
            v.hashCode(); //~ call java/lang/Object.hashCode()I virtual
            B.v.trim(); //~ get static A$B.v, call java/lang/String.trim()Ljava/lang/String; virtual
            A.m(); //~ call A.m()V static
            //~ new A$Thread, call A$Thread.<init>()V special creation, call A$Thread.run()V virtual
            new Thread().run();
            //~ new java/lang/Thread, call java/lang/Thread.<init>()V special creation
            //~ call java/lang/Thread.run()V virtual
            new java.lang.Thread().run();
        }
    }
}
