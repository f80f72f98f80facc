//~ javac 25
class A {
    static int a(int x) { return x; }
    static void u() {}
    final int field;
    A(int x) { field = x; }
    static class B extends A {
        int own;
        int set = a(3); //~ call A$B.a(I)I static, put A$B.set
        //~ flow entry -> <init>#1 a#1; <init>#1 -> throw; <init>#2 -> <instance-initializer>
        //~ flow <instance-initializer> -> u; a#1 -> a#2; a#2 -> <init>#2; u -> return
        B(int x) {
            //~ new java/lang/IllegalArgumentException
            //~ call java/lang/IllegalArgumentException.<init>()V special creation
            if (x < 0) throw new IllegalArgumentException();
            own = a(x); //~ call A$B.a(I)I static, put A$B.own
            int twice = a(x) * 2;
            //~ call A.<init>(I)V special constructor-invocation, call A$B.<instance-initializer>()V special inserted
            super(twice);
            u();
        }
        //~ flow entry -> u; <init> -> return; length -> <init>; u -> length
        B(String s) {
            u();
            //~ call java/lang/String.length()I virtual, call A$B.<init>(I)V special constructor-invocation
            this(s.length());
        }
    }
}
