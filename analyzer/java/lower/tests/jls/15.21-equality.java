class A {
    static Object o() { return null; }
    boolean f(Integer i, Integer j, int x, Boolean p, boolean q, Object y) {
        boolean b = i == j; //~ compute equal
        b = i == x; //~ call java/lang/Integer.intValue()I virtual inserted, compute equal
        b = p != q; //~ call java/lang/Boolean.booleanValue()Z virtual inserted, compute notequal
        b = o() == y; //~ call A.o()Ljava/lang/Object; static, compute equal
        b = y == null; //~ const null, compute equal
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted, compute notequal
        return (Object) 1 != y;
    }
}
