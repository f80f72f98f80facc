class Main {
    public static void main(String[] args) throws Exception {
        Object object = new Below();
        object.getClass().getSuperclass().getMethod("f").invoke(object);
        for (Class<?> kind : Below.class.getInterfaces()) {
            kind.getMethod("g").invoke(object);
        }
    }
}

interface Side {
    void g();
}

class Above {
    public void f() { } //~ called by Main.main
}

class Below extends Above implements Side {
    public void g() { } //~ called by Main.main

    public void h() { } //~ never called
}
