package small;

class Main {
    static Session s;

    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Main.s = s;
        Object made = Class.forName(Main.class.getPackageName() + "." + args.getClass().getSimpleName().charAt(0) + "ub").getDeclaredConstructor().newInstance();
        made.toString();
        s.send();
    }
}

class Sub { public String toString() { Main.s.close(); return "t"; } }
