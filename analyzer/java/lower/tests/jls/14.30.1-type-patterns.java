class A {
    static Object o() { return ""; }
    static void u() {}
    void f(Object x) {
        //~ instanceof Ljava/lang/String;, cast Ljava/lang/String;, call java/lang/String.isEmpty()Z virtual
        //~ call java/lang/String.trim()Ljava/lang/String; virtual
        if (x instanceof String s && s.isEmpty()) s.trim();
        //~ call A.o()Ljava/lang/Object; static, instanceof Ljava/lang/Integer;, cast Ljava/lang/Integer;
        if (!(o() instanceof Integer i)) return;
        i.intValue(); //~ call java/lang/Integer.intValue()I virtual
        //~ instanceof Ljava/lang/CharSequence;, cast Ljava/lang/CharSequence;
        //~ call java/lang/CharSequence.length()I interface
        boolean b = x instanceof final CharSequence c && c.length() > 0;
        //~ instanceof Ljava/lang/Long;, cast Ljava/lang/Long;, call A.o()Ljava/lang/Object; static
        while (!(x instanceof Long l)) { x = o(); }
        l.longValue(); //~ call java/lang/Long.longValue()J virtual
        //~ instanceof Ljava/lang/Runnable;, cast Ljava/lang/Runnable;, call java/lang/Runnable.run()V interface
        //~ call java/lang/Runnable.run()V interface
        for (; x instanceof Runnable r; r.run()) { r.run(); }
        //~ instanceof Ljava/lang/String;, cast Ljava/lang/String;
        //~ call java/lang/String.trim()Ljava/lang/String; virtual, instanceof Ljava/lang/Thread;
        //~ cast Ljava/lang/Thread;, call java/lang/Thread.getName()Ljava/lang/String; virtual
        String t = x instanceof String s ? s.trim() : x instanceof Thread h ? h.getName() : null;
    }
}
