package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        org.w3c.dom.Document document = javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument();
        org.w3c.dom.Element element = document.createElement("a");
        element.setUserData("k", s, (kind, key, data, from, to) -> ((Session) data).close());
        element.cloneNode(true);
        s.send();
    }
}
