class A {
    static int a() { return 1; }
    void f(Integer i, Long l, byte b) {
        //~ call A.a()I static, call java/lang/Integer.intValue()I virtual inserted, compute shiftleft
        int x = a() << i;
        //~ call java/lang/Long.longValue()J virtual inserted, call A.a()I static, compute shiftright
        long y = l >> a();
        x = b >>> 2; //~ compute unsignedshiftright
        x <<= i; //~ call java/lang/Integer.intValue()I virtual inserted, compute shiftleft
        //~ call java/lang/Long.longValue()J virtual inserted, compute unsignedshiftright
        //~ call java/lang/Long.valueOf(J)Ljava/lang/Long; static inserted
        l >>>= 1;
    }
}
