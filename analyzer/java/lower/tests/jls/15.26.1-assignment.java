class A {
    static int[] ints() { return null; }
    static Object[] objects() { return null; }
    static int a() { return 1; }
    static int b() { return 2; }
    int x;
    Integer boxed;
    A self() { return this; }
    //~ flow entry -> self#1; a#1 -> ints; a#2 -> b; a#3 -> valueOf#1; a#4 -> objects; b -> a#3; intValue -> a#4
    //~ flow ints -> a#2; objects -> valueOf#2; self#1 -> self#2; self#2 -> a#1; valueOf#1 -> intValue
    //~ flow valueOf#2 -> return
    void f(Object o) {
        //~ call A.self()LA; virtual, call A.self()LA; virtual, call A.a()I static, put A.x, put A.x
        self().x = self().x = a();
        ints()[a()] = b(); //~ call A.ints()[I static, call A.a()I static, call A.b()I static, put []
        //~ call A.a()I static, call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted, put A.boxed
        boxed = a();
        x = boxed; //~ get A.boxed, call java/lang/Integer.intValue()I virtual inserted, put A.x
        long l = x = a(); //~ call A.a()I static, put A.x
        Object y = objects()[0] = o; //~ call A.objects()[Ljava/lang/Object; static, put []
        byte c = 1; //~ const 1
        Byte d = 1; //~ call java/lang/Byte.valueOf(B)Ljava/lang/Byte; static inserted
    }
}
