package small;

import java.io.ByteArrayInputStream;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        javax.xml.parsers.SAXParserFactory.newInstance().newSAXParser().parse(new ByteArrayInputStream("<a/>".getBytes()),
            new org.xml.sax.helpers.DefaultHandler() {
                public void endDocument() { s.close(); }
            });
        s.send();
    }
}
