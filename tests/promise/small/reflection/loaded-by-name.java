package small;

class Main {
    static Session s;

    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Main.s = s;
        ((Runnable) ClassLoader.getSystemClassLoader().loadClass("small.Made").getDeclaredConstructor().newInstance()).run();
        s.send();
    }
}

class Made implements Runnable { public void run() { Main.s.close(); } }
