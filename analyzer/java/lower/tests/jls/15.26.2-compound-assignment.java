class A {
    static int[] ints() { return null; }
    static int a() { return 1; }
    static long l;
    int x;
    Integer boxed;
    A self() { return this; }
    //~ flow entry -> ints; a#1 -> a#2; a#2 -> self; a#3 -> a#4; a#4 -> a#5; a#5 -> intValue#1; a#6 -> valueOf#1
    //~ flow a#7 -> intValue#2; a#8 -> return; intValue#1 -> a#6; intValue#2 -> valueOf#2; ints -> a#1; self -> a#3
    //~ flow valueOf#1 -> a#7; valueOf#2 -> a#8
    void f(byte b, char c, String s, Integer[] boxes) {
        //~ call A.ints()[I static, call A.a()I static, get [], call A.a()I static, compute add, put []
        ints()[a()] += a();
        self().x -= a(); //~ call A.self()LA; virtual, get A.x, call A.a()I static, compute subtract, put A.x
        b += a(); //~ call A.a()I static, compute add, cast B
        c *= 2; //~ compute multiply
        l /= a(); //~ get static A.l, call A.a()I static, compute divide, put static A.l
        //~ get A.boxed, call java/lang/Integer.intValue()I virtual inserted, call A.a()I static, compute add
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted, put A.boxed
        boxed += a();
        //~ call A.a()I static, get [], call java/lang/Integer.intValue()I virtual inserted, compute or
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted, put []
        boxes[a()] |= 1;
        s += a(); //~ call A.a()I static
    }
}
