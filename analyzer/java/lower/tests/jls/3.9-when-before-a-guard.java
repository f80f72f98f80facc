//~ javac 21
class A {
    static void u(Object o) {}
    static boolean p() { return true; }
    void f(Object o) {
        switch (o) {
            //~ call java/lang/Integer.intValue()I virtual inserted, call A.p()Z static
            //~ call A.u(Ljava/lang/Object;)V static
            case Integer when when when > 3 && p() -> u(when);
            case String when -> u(when); //~ call A.u(Ljava/lang/Object;)V static
            default -> {}
        }
    }
}
