class A {
    static boolean p() { return true; }
    static boolean q() { return true; }
    static void u() {}
    //~ flow entry -> p#1; p#1 -> q#1; p#2 -> q#2; q#1 -> p#2; q#2 -> return u; u -> return
    void both_are_evaluated() {
        if (p() & q() | p() ^ q()) u();
    }
    void unboxes(Boolean a, Integer i, long l) {
        //~ call java/lang/Boolean.booleanValue()Z virtual inserted, call A.p()Z static, compute and
        boolean b = a & p();
        int x = i | 3; //~ call java/lang/Integer.intValue()I virtual inserted, compute or
        l &= i; //~ call java/lang/Integer.intValue()I virtual inserted, compute and
        //~ call java/lang/Boolean.booleanValue()Z virtual inserted, call A.p()Z static, compute or
        //~ call java/lang/Boolean.valueOf(Z)Ljava/lang/Boolean; static inserted
        a |= p();
    }
}
