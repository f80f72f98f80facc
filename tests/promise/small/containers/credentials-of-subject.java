package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        javax.security.auth.Subject subject = new javax.security.auth.Subject();
        subject.getPublicCredentials().add(s);
        subject.getPublicCredentials(Session.class).iterator().next().close();
        s.send();
    }
}
