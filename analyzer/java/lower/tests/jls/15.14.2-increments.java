class A {
    int x;
    Integer boxed;
    static long l;
    A self() { return this; }
    static int a() { return 0; }
    void f(int[] array, Integer[] boxes, char c, byte b) {
        int old = x++; //~ get A.x, const 1, compute add, put A.x
        ++self().x; //~ call A.self()LA; virtual, get A.x, put A.x
        l--; //~ get static A.l, put static A.l
        array[a()]++; //~ call A.a()I static, get [], put []
        //~ get A.boxed, call java/lang/Integer.intValue()I virtual inserted
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted, put A.boxed
        boxed++;
        //~ call A.self()LA; virtual, get A.boxed, call java/lang/Integer.intValue()I virtual inserted
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted, put A.boxed
        --self().boxed;
        //~ call A.a()I static, get [], call java/lang/Integer.intValue()I virtual inserted
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted, put []
        boxes[a()]--;
        c++; //~ compute add
        b--; //~ compute subtract
        Integer own = 1; //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call java/lang/Integer.intValue()I virtual inserted
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        Integer before = own++;
    }
}
