package small;

class Main {
    static Session s;

    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Main.s = s;
        Class.forName("small.Made");
        s.send();
    }
}

class Made { static { Main.s.close(); } }
