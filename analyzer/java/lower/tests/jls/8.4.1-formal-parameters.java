import java.lang.annotation.*;
import java.util.List;

class A {
    @Target(ElementType.TYPE_USE) @interface Y {}
    int receiver(A this, int x) { return x; } //~ method receiver(I)I
    //~ method <init>(LA;)V, method m(LA$In;)V, call java/lang/Object.<init>()V special constructor-invocation
    class In { In(A A.this) {} void m(In this, A.@Y In other) {} }
    //~ method annotated(I[Ljava/lang/String;Ljava/util/List;)V
    void annotated(@Deprecated final int x, @Y String @Y [] s, List<@Y String> l) {}
    int dimensions(int x[], int[] y[])[] { return x; } //~ method dimensions([I[[I)[I
    void f(In in) {
        receiver(1); //~ call A.receiver(I)I virtual
        in.m(in); //~ call A$In.m(LA$In;)V virtual
        dimensions(null, null); //~ call A.dimensions([I[[I)[I virtual
    }
}
