class A {
    static int a() { return 1; }
    boolean f(Integer i, Integer j, Long l, char c) {
        //~ call java/lang/Integer.intValue()I virtual inserted, call java/lang/Integer.intValue()I virtual inserted
        //~ compute less
        boolean b = i < j;
        b = a() <= l; //~ call A.a()I static, call java/lang/Long.longValue()J virtual inserted, compute lessequal
        b = c > a(); //~ call A.a()I static, compute greater
        return i >= 3; //~ call java/lang/Integer.intValue()I virtual inserted, compute greaterequal
    }
}
