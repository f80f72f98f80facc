//~ javac 25
//~ javac differs: `ClassMissing: A` what such a file declares is left out, each member as a gap
//~ javac differs: `Helper.` its classes are top level classes then
//~ gap expected a class, interface, enum or record
//~ warning left-out: expected a class, interface, enum or record
void main() {
    greet("x"); //~ none
    new Helper().help(); //~ none
}

//~ gap expected a class, interface, enum or record
//~ warning left-out: expected a class, interface, enum or record
int count = 3;

//~ gap expected a class, interface, enum or record
//~ warning left-out: expected a class, interface, enum or record
//~ none
void greet(String name) { IO.println(name + count); }

class Helper { void help() {} }
