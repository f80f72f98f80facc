class A {
    A(int x) {}
    A(long x) {}
    A(Integer x) {}
    A(Object... xs) {}
    private A(String s) {}
    void f(byte b, Integer boxed) {
        new A(b); //~ new A, call A.<init>(I)V special creation
        new A(1); //~ new A, call A.<init>(I)V special creation
        new A(1L); //~ new A, call A.<init>(J)V special creation
        new A(boxed); //~ new A, call A.<init>(Ljava/lang/Integer;)V special creation
        //~ new A, new [Ljava/lang/Object;, call java/lang/Double.valueOf(D)Ljava/lang/Double; static inserted
        //~ call A.<init>([Ljava/lang/Object;)V special creation
        new A(1.0);
        new A("s"); //~ new A, call A.<init>(Ljava/lang/String;)V special creation
        new A(); //~ new A, new [Ljava/lang/Object;, call A.<init>([Ljava/lang/Object;)V special creation
        //~ new A, new [Ljava/lang/Object;, call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call A.<init>([Ljava/lang/Object;)V special creation
        new A(1, 2);
    }
}
