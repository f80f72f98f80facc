class A {
    int x;
    void f() {}
    class B {
        int x;
        class C {
            int x;
            void g() {
                //~ get A$B$C.this$1, get A$B.x, get A$B$C.this$1, get A$B.this$0, get A.x, put A$B$C.x
                x = B.this.x + A.this.x;
                A.this.f(); //~ get A$B$C.this$1, get A$B.this$0, call A.f()V virtual
                f(); //~ get A$B$C.this$1, get A$B.this$0, call A.f()V virtual
                A.B.this.hashCode(); //~ get A$B$C.this$1, call java/lang/Object.hashCode()I virtual
                //~ lambda java/lang/Runnable.run()V captures this, get A$B$C.this$1, get A$B.this$0
                //~ call A.f()V virtual
                Runnable r = () -> A.this.f();
            }
        }
    }
}
