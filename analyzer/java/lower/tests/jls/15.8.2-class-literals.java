class A<T> {
    void f() {
        Object a = A.class; //~ const class LA;
        Object i = int.class; //~ const class I
        Object v = void.class; //~ none
        Object s = String[][].class; //~ const class [[Ljava/lang/String;
        A.class.getName(); //~ const class LA;, call java/lang/Class.getName()Ljava/lang/String; virtual
    }
}
