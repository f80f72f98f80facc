//~ javac 25 preview
//~ javac differs: `A.f(` javac tests exactness with library methods that call nothing back
class A {
    record Box(double d) {}
    static void u(int i) {}
    static void v() {}
    void f(int i, Object o, long l) {
        if (i instanceof byte b) u(b); //~ call A.u(I)V static
        if (o instanceof int n) u(n); //~ call java/lang/Integer.intValue()I virtual inserted, call A.u(I)V static
        switch (l) {
            case 1L -> v(); //~ call A.v()V static
            case int n when n > 3 -> u(n); //~ call A.u(I)V static
            case long other -> v(); //~ call A.v()V static
        }
        //~ call A$Box.d()D virtual inserted, call A.u(I)V static, new java/lang/MatchException
        //~ call java/lang/Throwable.toString()Ljava/lang/String; virtual inserted
        //~ call java/lang/MatchException.<init>(Ljava/lang/String;Ljava/lang/Throwable;)V special inserted
        if (o instanceof Box(int d)) u(d);
        switch (i > 3) { case true -> v(); case false -> u(1); } //~ call A.v()V static, call A.u(I)V static
    }
}
