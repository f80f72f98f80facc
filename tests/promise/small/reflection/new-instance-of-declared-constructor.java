package small;

class Main {
    static Session s;

    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Main.s = s;
        Class.forName("small.Made", true, Main.class.getClassLoader()).getDeclaredConstructor().newInstance();
        s.send();
    }
}

class Made { Made() { Main.s.close(); } }
