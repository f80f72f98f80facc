class A {
	static void a() {}
	void f() {	a ( ) ; } //~ call A.a()V static
}
