import java.util.*;

class A {
    static boolean p() { return true; }
    static boolean q() { return true; }
    static int a() { return 1; }
    static int b() { return 2; }
    static void take(Object o) {}
    static void take(long l) {}
    static void take(char c) {}
    static <T> T id(T t) { return t; }
    //~ flow entry -> p; a -> return; b -> return; p -> a q; q -> b return
    int nested() { return p() ? a() : q() ? b() : 0; }
    void numeric(Integer i, Long l, char c, boolean k) {
        //~ call java/lang/Integer.intValue()I virtual inserted, call java/lang/Long.longValue()J virtual inserted
        //~ call A.take(J)V static
        take(k ? i : l);
        //~ call java/lang/Integer.intValue()I virtual inserted, call A.a()I static, call A.take(J)V static
        take(k ? i : a());
        take(k ? 'a' : 0); //~ call A.take(C)V static
        take(k ? 'a' : i); //~ call java/lang/Integer.intValue()I virtual inserted, call A.take(J)V static
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call A.take(Ljava/lang/Object;)V static
        take(k ? null : 0);
        //~ call java/lang/Integer.valueOf(I)Ljava/lang/Integer; static inserted
        //~ call A.take(Ljava/lang/Object;)V static
        take(k ? "s" : 1);
        Object o = k ? 1 : 2.0; //~ call java/lang/Double.valueOf(D)Ljava/lang/Double; static inserted
        Integer n = k ? i : null; //~ none
    }
    void poly(boolean k) {
        //~ new java/util/ArrayList, call java/util/ArrayList.<init>()V special creation
        //~ call java/util/Collections.emptyList()Ljava/util/List; static
        List<String> list = k ? new ArrayList<>() : Collections.emptyList();
        //~ lambda java/lang/Runnable.run()V, reference java/lang/Runnable.run()V, call A.a()I static
        //~ call A.b()I static method-reference
        Runnable r = k ? () -> a() : A::b;
        //~ call A.id(Ljava/lang/Object;)Ljava/lang/Object; static, cast Ljava/lang/String;
        String s = k ? id("x") : null;
    }
    void constant() { int x = true ? a() : b(); } //~ call A.a()I static
}
