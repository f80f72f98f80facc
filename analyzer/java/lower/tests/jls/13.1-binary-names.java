//- p/A.java
package p;

class A { //~ class p/A, call java/lang/Object.<init>()V special constructor-invocation
    //~ class p/A$B, class p/A$B$C, class p/A$B$C$D, class p/A$B$C$D$1
    //~ call java/lang/Object.<init>()V special constructor-invocation
    //~ call java/lang/Enum.<init>(Ljava/lang/String;I)V special constructor-invocation
    //~ call [Lp/A$B$C$D;.clone()Ljava/lang/Object; virtual inserted
    //~ call java/lang/Enum.valueOf(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum; static inserted
    //~ new p/A$B$C$D$1, call p/A$B$C$D$1.<init>(Ljava/lang/String;I)V special creation, new [Lp/A$B$C$D;
    //~ call p/A$B$C$D.<init>(Ljava/lang/String;I)V special constructor-invocation
    class B { interface C { enum D { X { } } } }
    void f() {
        //~ class p/A$1L, class p/A$1L$M, call java/lang/Object.<init>()V special constructor-invocation
        //~ call java/lang/Object.<init>()V special constructor-invocation
        class L { class M {} }
        //~ class p/A$1, class p/A$1$N, new p/A$1, call p/A$1.<init>(Lp/A;)V special creation
        //~ call java/lang/Object.<init>()V special constructor-invocation
        //~ call java/lang/Object.<init>()V special constructor-invocation
        new Object() { class N {} };
        //~ class p/A$1O, class p/A$2, lambda java/lang/Runnable.run()V captures this, new p/A$2
        //~ call p/A$2.<init>(Lp/A;)V special creation, call java/lang/Object.<init>()V special constructor-invocation
        //~ call java/lang/Object.<init>()V special constructor-invocation
        Runnable r = () -> { class O {} new Object() {}; };
    }
    //~ class p/A$2L, class p/A$1K, call java/lang/Object.<init>()V special constructor-invocation
    //~ call java/lang/Object.<init>()V special constructor-invocation
    void g() { class L {} class K {} }
    //~ class p/A$3, class p/A$3$1, new p/A$3, call p/A$3.<init>()V special creation, new p/A$3$1
    //~ call p/A$3$1.<init>(Lp/A$3;)V special creation, call java/lang/Object.<init>()V special constructor-invocation
    //~ call p/A$3.<instance-initializer>()V special inserted
    //~ call java/lang/Object.<init>()V special constructor-invocation
    static Object o = new Object() { Object p = new Object() {}; };
    record R() {} //~ class p/A$R, call java/lang/Record.<init>()V special constructor-invocation
    @interface S {} //~ class p/A$S
    class $T_ {} //~ class p/A$$T_, call java/lang/Object.<init>()V special constructor-invocation
}
