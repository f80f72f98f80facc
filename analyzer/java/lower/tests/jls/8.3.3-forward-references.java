class A {
    static int a() { return 1; }
    int early = this.late + a(); //~ get A.late, call A.a()I static, put A.early
    int late = 3;
    static int first = A.second; //~ get static A.second, put static A.first
    static int second = a(); //~ call A.a()I static, put static A.second
    //~ lambda java/util/function/IntSupplier.getAsInt()I captures this, put A.read, get A.late
    java.util.function.IntSupplier read = () -> this.late;
}
