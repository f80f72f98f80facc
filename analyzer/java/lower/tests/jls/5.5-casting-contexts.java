class A {
    static Object o() { return null; }
    interface I {}
    void f(Object x, long l, Character c, I i) {
        //~ cast Ljava/lang/Long;, call java/lang/Long.longValue()J virtual inserted, cast I
        int n = (int) (long) (Long) x;
        A a = (A) i; //~ cast LA;
        int k = (int) c; //~ call java/lang/Character.charValue()C virtual inserted, cast I
        long w = (long) c; //~ call java/lang/Character.charValue()C virtual inserted, cast J
        Object same = (Object) o(); //~ call A.o()Ljava/lang/Object; static
        //~ call A.o()Ljava/lang/Object; static, cast Ljava/lang/Runnable;, call java/lang/Runnable.run()V interface
        ((Runnable) o()).run();
    }
}
