//~ javac 25
//~ javac differs: `Small$Helper.<init>` javac 25 tests the outer instance for null
//- Small.java
import java.util.function.Supplier;

int count = 3;

void main() {
    greet("x"); //~ call Small.greet(Ljava/lang/String;)V static
    new Helper().help(); //~ new Small$Helper, call Small$Helper.<init>(LSmall;)V special creation, call Small$Helper.help()V virtual
    Supplier<List<String>> all = () -> List.of(); //~ lambda java/util/function/Supplier.get()Ljava/lang/Object;, call java/util/List.of()Ljava/util/List; static
}

@Deprecated
static void greet(String name) { IO.println(name + new Point(1, 2)); } //~ new Small$Point, call Small$Point.<init>(II)V special creation, call java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String; static inserted, call java/lang/IO.println(Ljava/lang/Object;)V static

record Point(int x, int y) {}

class Helper { void help() { count++; } }
