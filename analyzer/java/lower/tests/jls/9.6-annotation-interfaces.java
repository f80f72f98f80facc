import java.lang.annotation.*;

@Retention(RetentionPolicy.RUNTIME)
@interface A { //~ class A
    int value() default 1 + 2; //~ method value()I bodiless
    String[] names() default { "a", "b" }; //~ method names()[Ljava/lang/String; bodiless
    Class<?> type() default Object.class;
    Deprecated nested() default @Deprecated;
    int CONSTANT = Integer.parseInt("3"); //~ call java/lang/Integer.parseInt(Ljava/lang/String;)I static
}
@A(value = B.K, names = {}, type = B.class)
class B {
    static final int K = 3;
    @A(4) int x = f(null); //~ call B.f(LA;)I virtual
    @A int f(@A A a) {
        @A int y = a.value(); //~ call A.value()I interface
        return a.names().length; //~ call A.names()[Ljava/lang/String; interface
    }
}
