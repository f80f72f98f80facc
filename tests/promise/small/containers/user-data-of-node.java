package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        org.w3c.dom.Document document = javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument();
        document.setUserData("k", s, null);
        ((Session) document.getUserData("k")).close();
        s.send();
    }
}
