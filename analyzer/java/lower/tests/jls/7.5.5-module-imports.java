//~ javac 25
import module java.base;

class A {
    void f(List<String> all) {
        //~ call unresolved stream/0 virtual, unknown, call unresolved ?/0 static inserted
        //~ call unresolved map/1 virtual, call unresolved toList/0 static, call unresolved collect/1 virtual
        all.stream().map(String::trim).collect(Collectors.toList());
    }
}
