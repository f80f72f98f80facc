class A {
    int x;
    void own() {}
    //~ class A$B, field this$0 LA;, method <instance-initializer>()V instance-initializer
    //~ method <init>(LA;)V implicit, method <clinit>()V static static-initializer
    //~ call java/lang/Object.<init>()V special constructor-invocation
    //~ call A$B.<instance-initializer>()V special inserted
    class B {
        int y = x; //~ get A$B.this$0, get A.x, put A$B.y
        //~ class A$B$C, field this$1 LA$B;, method <instance-initializer>()V instance-initializer
        //~ method <init>(LA$B;)V implicit, call java/lang/Object.<init>()V special constructor-invocation
        //~ call A$B$C.<instance-initializer>()V special inserted
        class C {
            int z = x + y; //~ get A$B$C.this$1, get A$B.this$0, get A.x, get A$B$C.this$1, get A$B.y, put A$B$C.z
            { own(); } //~ get A$B$C.this$1, get A$B.this$0, call A.own()V virtual
        }
        static int s = 1;
        record R(int p) {} //~ call java/lang/Record.<init>()V special constructor-invocation
    }
    //~ class A$Nested, method <init>()V implicit, call java/lang/Object.<init>()V special constructor-invocation
    static class Nested {
        //~ class A$Nested$D, field this$0 LA$Nested;, method <init>(LA$Nested;)V implicit
        //~ call java/lang/Object.<init>()V special constructor-invocation
        class D {}
    }
    void f(int captured) {
        //~ class A$1L, field this$0 LA;, field val$captured I, method <instance-initializer>()V instance-initializer
        //~ method <init>(LA;I)V implicit, call java/lang/Object.<init>()V special constructor-invocation
        //~ call A$1L.<instance-initializer>()V special inserted
        class L {
            int w = captured + x; //~ get A$1L.val$captured, get A$1L.this$0, get A.x, put A$1L.w
        }
        new L(); //~ new A$1L, call A$1L.<init>(LA;I)V special creation
        //~ new A$B$C, new A$B, call A$B.<init>(LA;)V special creation, call A$B$C.<init>(LA$B;)V special creation
        new B().new C();
    }
    static void g(int captured) {
        //~ class A$2L, field val$captured I, method <instance-initializer>()V instance-initializer
        //~ method <init>(I)V implicit, call java/lang/Object.<init>()V special constructor-invocation
        //~ call A$2L.<instance-initializer>()V special inserted
        class L { int w = captured; }
        new L(); //~ new A$2L, call A$2L.<init>(I)V special creation
    }
}
