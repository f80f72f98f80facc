class A {
    enum E { X, Y, Z }
    static int i() { return 1; }
    static E e() { return E.X; }
    static void u() {}
    static void v() {}
    static void w() {}
    //~ flow entry -> i; i -> u v w; u -> v; v -> return; w -> return
    void falls_through() {
        switch (i()) {
            case 1: u();
            case 2: v(); break;
            default: w();
        }
    }
    //~ flow entry -> i; i -> return u v; u -> return; v -> w; w -> return
    void without_default() {
        switch (i()) {
            case 1, 2 -> u();
            case 3 -> { v(); w(); }
        }
    }
    //~ flow entry -> trim; equals#1 -> return u; equals#2 -> return v; equals#3 -> return v
    //~ flow hashCode -> equals#1 equals#2 equals#3 return; trim -> hashCode; u -> return; v -> return
    void strings(String s) {
        //~ call java/lang/String.trim()Ljava/lang/String; virtual, call java/lang/String.hashCode()I virtual inserted
        //~ call java/lang/String.equals(Ljava/lang/Object;)Z virtual inserted
        //~ call java/lang/String.equals(Ljava/lang/Object;)Z virtual inserted
        //~ call java/lang/String.equals(Ljava/lang/Object;)Z virtual inserted
        switch (s.trim()) {
            case "a": u(); break;
            case "b": case "c": v();
        }
    }
    //~ flow entry -> e; <init> -> throw; e -> ordinal; ordinal -> <init> u v; u -> return; v -> return
    void enums() {
        switch (e()) { //~ call A.e()LA$E; static, call A$E.ordinal()I virtual inserted
            case X -> u();
            case Y -> v();
            //~ new java/lang/IllegalStateException, call java/lang/IllegalStateException.<init>()V special creation
            default -> throw new IllegalStateException();
        }
    }
    void boxes(Integer n, Character c) {
        switch (n) { case 1: u(); } //~ call java/lang/Integer.intValue()I virtual inserted, call A.u()V static
        switch (c) { case 'a': u(); } //~ call java/lang/Character.charValue()C virtual inserted, call A.u()V static
    }
    //~ flow entry -> i#1; i#1 -> i#2 u v; i#2 -> w; u -> return; v -> u; w -> return
    void declarations_reach_the_groups_below() {
        switch (i()) {
            default: v();
            case 1: int x; u(); break;
            case 2: x = i(); w();
        }
    }
}
