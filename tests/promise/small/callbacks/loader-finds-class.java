package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        try {
            new ClassLoader() {
                protected Class<?> findClass(String name) throws ClassNotFoundException { s.close(); throw new ClassNotFoundException(); }
            }.loadClass("none");
        } catch (ClassNotFoundException e) {
            s.send();
        }
    }
}
