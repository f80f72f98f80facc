class A {
    static int a() { return 1; }
    static boolean p() { return true; }
    void f(Integer i, Character c, Boolean b, long l) {
        //~ call A.a()I static, compute negate, call A.a()I static, compute add, call A.a()I static
        //~ compute complement, compute add
        int x = -a() + +a() + ~a();
        x = -i; //~ call java/lang/Integer.intValue()I virtual inserted, compute negate
        x = +c; //~ call java/lang/Character.charValue()C virtual inserted
        //~ call A.p()Z static, call java/lang/Boolean.booleanValue()Z virtual inserted, compute and
        boolean n = !p() & !b;
        l = ~l; //~ compute complement
        //~ call A.p()Z static, call java/lang/Boolean.booleanValue()Z virtual inserted
        //~ call A.f(Ljava/lang/Integer;Ljava/lang/Character;Ljava/lang/Boolean;J)V virtual
        if (!p() || !b) f(i, c, b, l);
    }
}
