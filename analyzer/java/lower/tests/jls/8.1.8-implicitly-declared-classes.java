//~ javac 25
void main() {
    greet("x"); //~ none
    new Helper().help(); //~ none
}

int count = 3;

void greet(String name) { IO.println(name + count); } //~ none

class Helper { void help() {} }
