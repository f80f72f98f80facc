package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Object held = Box.class.getRecordComponents()[0].getAccessor().invoke(new Box(s));
        ((Session) held).close();
        s.send();
    }
}

record Box(Session s) { }
