package small;

import java.io.ByteArrayInputStream;
import java.io.StringReader;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        javax.xml.parsers.DocumentBuilder builder = javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder();
        builder.setEntityResolver((id, system) -> { s.close(); return new org.xml.sax.InputSource(new StringReader("")); });
        builder.parse(new ByteArrayInputStream("<!DOCTYPE a SYSTEM 'a.dtd'><a/>".getBytes()));
        s.send();
    }
}
