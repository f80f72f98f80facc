//~ javac 25
//~ javac differs: `A.f(` what a module exports is not known: its types are missing
import module java.base;

class A {
    //~ gap the type `List` is missing and may be one of the program: its package is near those of the sources
    //~ warning unresolved-type: the type `List` is not in the sources, on the class path or in the JDK
    void f(List<String> all) {
        //~ gap the functional interface is not known
        //~ warning unresolved-call: 4 calls could not be resolved; they are taken for calls of anything that fits, the first here
        //~ call unresolved stream/0 virtual, unknown, call unresolved ?/0 static inserted
        //~ call unresolved map/1 virtual, call unresolved toList/0 static, call unresolved collect/1 virtual
        all.stream().map(String::trim).collect(Collectors.toList());
    }
}
