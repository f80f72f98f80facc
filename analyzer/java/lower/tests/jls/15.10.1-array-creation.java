class A {
    static int a() { return 1; }
    static int b() { return 2; }
    static byte small() { return 1; }
    void f(Integer n) {
        int[] one = new int[a()]; //~ call A.a()I static, new [I
        int[][] two = new int[a()][b()]; //~ call A.a()I static, call A.b()I static, new [[I, new [I
        int[][][] open = new int[a()][][]; //~ call A.a()I static, new [[[I
        A[] many = new A[n]; //~ call java/lang/Integer.intValue()I virtual inserted, new [LA;
        long[] some = new long[small()]; //~ call A.small()B static, new [J
        int[] values = new int[] { a(), b() }; //~ new [I, call A.a()I static, put [], call A.b()I static, put []
        java.util.List<?>[] lists = new java.util.List<?>[2]; //~ new [Ljava/util/List;
    }
}
