class A {
    enum E { X, Y }
    static int a() { return 1; }
    static int b() { return 2; }
    static void u() {}
    static void take(long l) {}
    static void take(Object o) {}
    //~ flow entry -> <init> a u; <init> -> throw; a -> return; b -> return; u -> b
    int numbers(int k) {
        return switch (k) {
            case 1 -> a();
            case 2, 3 -> { u(); yield b(); }
            default -> throw new IllegalArgumentException();
        };
    }
    //~ flow entry -> ordinal; <init> -> throw; a -> return; b -> return; ordinal -> <init> a b
    int exhaustive(E e) {
        //~ call A$E.ordinal()I virtual inserted, new java/lang/IncompatibleClassChangeError
        //~ call java/lang/IncompatibleClassChangeError.<init>()V special inserted
        return switch (e) {
            case X -> a();
            case Y -> b();
        };
    }
    void types(int k, Integer i, String s) {
        //~ call java/lang/Integer.intValue()I virtual inserted, call A.take(J)V static
        take((long) switch (k) { case 1 -> 1; case 2 -> 2L; default -> i; });
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call A.take(Ljava/lang/Object;)V static
        take(switch (k) { case 1 -> "s"; default -> 1; });
        //~ lambda java/lang/Runnable.run()V, reference java/lang/Runnable.run()V, call A.u()V static
        //~ call A.a()I static method-reference
        Runnable r = switch (k) { case 1 -> () -> u(); default -> A::a; };
        //~ call java/lang/String.hashCode()I virtual inserted
        //~ call java/lang/String.equals(Ljava/lang/Object;)Z virtual inserted, call A.a()I static
        //~ call java/lang/Integer.intValue()I virtual inserted, call A.b()I static
        int n = switch (s) { case "a" -> { int m = a(); yield m; } default -> i; } + b();
        //~ call java/lang/String.isEmpty()Z virtual, call A.a()I static
        boolean c = switch (k) { case 1 -> true; default -> s.isEmpty(); } && n > a();
    }
    int old(int k) {
        return a() + switch (k) { //~ call A.a()I static
            case 1: u(); yield a();
            default: yield b();
        };
    }
}
