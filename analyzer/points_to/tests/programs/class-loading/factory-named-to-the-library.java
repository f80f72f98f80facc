import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;

public class Main {
    public static class Factory extends SAXParserFactory {
        public Factory() { } //~ called by Main.main

        public SAXParser newSAXParser() {
            return null;
        }

        public void setFeature(String name, boolean value) { }

        public boolean getFeature(String name) {
            return false;
        }
    }

    public static void main(String[] args) {
        SAXParserFactory.newInstance("Main$Factory", Main.class.getClassLoader());
    }
}
