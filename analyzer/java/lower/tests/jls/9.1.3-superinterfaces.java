interface I { default void m() {} default void n() {} }
interface J extends I { default void m() {} }
interface K extends I {}
class Base { public void n() {} }
class A extends Base implements J, K {
    void f(K k, A a) {
        m(); //~ call A.m()V virtual
        n(); //~ call A.n()V virtual
        k.m(); //~ call K.m()V interface
        a.n(); //~ call A.n()V virtual
        J.super.m(); //~ call J.m()V special super-invocation
    }
}
