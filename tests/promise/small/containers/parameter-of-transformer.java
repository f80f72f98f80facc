package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        javax.xml.transform.Transformer transformer = javax.xml.transform.TransformerFactory.newInstance().newTransformer();
        transformer.setParameter("p", s);
        ((Session) transformer.getParameter("p")).close();
        s.send();
    }
}
