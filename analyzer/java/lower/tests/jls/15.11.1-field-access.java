class A {
    int x;
    static int s;
    A next;
    A self() { return this; }
    static A none() { return null; }
    static class B extends A { int x; }
    void f(B b) {
        int r = self().next.next.x; //~ call A.self()LA; virtual, get A.next, get A.next, get A.x
        r = none().s; //~ call A.none()LA; static, get static A.s
        r = b.x + ((A) b).x + b.s; //~ get A$B.x, get A.x, get static A$B.s
        b.next = b; //~ put A$B.next
        //~ new java/awt/Point, call java/awt/Point.<init>()V special creation
        java.awt.Point p = new java.awt.Point();
        p.x = 1; //~ put java/awt/Point.x
        //~ call java/lang/String.length()I virtual, new [I, compute arraylength, compute add
        r = "abc".length() + new int[0].length;
    }
}
