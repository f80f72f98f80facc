class A {
    static void u() {}
    public static void main(String... arguments) throws Exception { //~ method main([Ljava/lang/String;)V static
        u();
        main(); //~ new [Ljava/lang/String;, call A.main([Ljava/lang/String;)V static
        A.main("x", "y"); //~ new [Ljava/lang/String;, call A.main([Ljava/lang/String;)V static
        //~ new java/lang/Thread, reference java/lang/Runnable.run()V
        //~ call java/lang/Thread.<init>(Ljava/lang/Runnable;)V special creation, call A.u()V static method-reference
        Thread t = new Thread(A::u);
        t.start(); //~ call java/lang/Thread.start()V virtual
        //~ call java/lang/Runtime.getRuntime()Ljava/lang/Runtime; static, new java/lang/Thread
        //~ lambda java/lang/Runnable.run()V, call java/lang/Thread.<init>(Ljava/lang/Runnable;)V special creation
        //~ call java/lang/Runtime.addShutdownHook(Ljava/lang/Thread;)V virtual, call A.u()V static
        Runtime.getRuntime().addShutdownHook(new Thread(() -> u()));
    }
}
