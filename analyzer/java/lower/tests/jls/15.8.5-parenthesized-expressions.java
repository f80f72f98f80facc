class A {
    int x;
    static int a() { return 1; }
    void f(int[] array) {
        int b;
        (b) = 3; //~ const 3
        ((b)) = a(); //~ call A.a()I static
        (this.x) = a(); //~ call A.a()I static, put A.x
        (array[0]) = b; //~ put []
        (b)++; //~ compute add
        (x) += 2; //~ get A.x, put A.x
        //~ lambda java/lang/Runnable.run()V, call java/lang/Runnable.run()V interface, call A.a()I static
        ((Runnable) () -> a()).run();
        String s = (((("x")))); //~ const "x"
    }
}
