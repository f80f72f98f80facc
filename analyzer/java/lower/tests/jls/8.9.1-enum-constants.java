class A {
    static int a() { return 1; }
    enum E implements Runnable {
        X(a()), //~ new A$E, call A.a()I static, call A$E.<init>(Ljava/lang/String;II)V special creation
        //~ class A$E$1, method run()V, method <init>(Ljava/lang/String;I)V implicit, new A$E$1
        //~ call A$E$1.<init>(Ljava/lang/String;I)V special creation, call A$E$1.own()V virtual
        //~ call A$E.<init>(Ljava/lang/String;I)V special constructor-invocation
        Y { public void run() { own(); } },
        //~ class A$E$2, new A$E$2, new [Ljava/lang/String;
        //~ call A$E$2.<init>(Ljava/lang/String;I[Ljava/lang/String;)V special creation
        //~ call A$E.<init>(Ljava/lang/String;I[Ljava/lang/String;)V special constructor-invocation
        @Deprecated Z("z") { int more; public void run() {} };
        //~ method <init>(Ljava/lang/String;II)V
        //~ call java/lang/Enum.<init>(Ljava/lang/String;I)V special constructor-invocation
        E(int x) {}
        E() { this(2); } //~ call A$E.<init>(Ljava/lang/String;II)V special constructor-invocation
        E(String... s) {}
        void own() {}
        public void run() {}
        static E made = X; //~ get static A$E.X, put static A$E.made
        static { values(); } //~ call A$E.values()[LA$E; static
    }
    //~ call java/lang/Enum.<init>(Ljava/lang/String;I)V special constructor-invocation
    //~ call [LA$Plain;.clone()Ljava/lang/Object; virtual inserted
    //~ call java/lang/Enum.valueOf(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum; static inserted, new A$Plain
    //~ call A$Plain.<init>(Ljava/lang/String;I)V special creation, new A$Plain
    //~ call A$Plain.<init>(Ljava/lang/String;I)V special creation, new [LA$Plain;
    enum Plain { ONE, TWO, }
    enum Empty { ; static void s() {} }
}
