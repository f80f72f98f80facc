package driver;

import java.io.StringReader;
import java.io.StringWriter;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.Templates;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;

import org.apache.xalan.processor.TransformerFactoryImpl;
import org.apache.xpath.XPathAPI;
import org.apache.xpath.objects.XObject;
import org.w3c.dom.Document;

/** Transforms documents by interpreted style sheets, from two threads, and evaluates paths. */
public final class Driver {
    private static final String SHEET = String.join("\n",
        "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xmlns:x='http://xml.apache.org/xalan' exclude-result-prefixes='x'>",
        "<xsl:output method='xml' indent='yes'/><xsl:param name='title' select=\"'none'\"/>",
        "<xsl:key name='by' match='item' use='@kind'/><xsl:variable name='all' select='//item'/><xsl:strip-space elements='list'/>",
        "<xsl:attribute-set name='set'><xsl:attribute name='made'>yes</xsl:attribute></xsl:attribute-set>",
        "<xsl:template match='/'><out xsl:use-attribute-sets='set' title='{$title}'><xsl:apply-templates select='list/item'><xsl:sort select='@n'",
        " data-type='number' order='descending'/><xsl:sort select='.'/></xsl:apply-templates><xsl:call-template name='loop'><xsl:with-param name='n' select='3'/>",
        "</xsl:call-template><count><xsl:value-of select=\"count(key('by', 'a')) + sum($all/@n)\"/></count>",
        "<xsl:for-each select='list/item[position() mod 2 = 1]'><xsl:number value='position()' format='i. '/><xsl:copy-of select='@*'/></xsl:for-each>",
        "<xsl:variable name='tree'><a/><b/></xsl:variable><n><xsl:value-of select='count(x:nodeset($tree)/*)'/></n></out></xsl:template>",
        "<xsl:template match=\"item[@kind = 'a']\" priority='2'><xsl:element name='e{@n}'><xsl:choose><xsl:when test='@n &gt; 3'>big</xsl:when>",
        "<xsl:when test=\"contains(., 'x') or starts-with(., 'y')\"><xsl:value-of select=\"translate(substring-after(., 'x'), 'abc', 'ABC')\"/></xsl:when>",
        "<xsl:otherwise><xsl:value-of select=\"format-number(@n * 1.5, '#0.00')\"/></xsl:otherwise></xsl:choose></xsl:element></xsl:template>",
        "<xsl:template match='item'><xsl:comment><xsl:value-of select='name()'/></xsl:comment><xsl:copy><xsl:apply-templates select='@*|node()' mode='m'/></xsl:copy>",
        "<xsl:if test='following-sibling::item[1]/@kind = preceding::item/@kind'><same/></xsl:if></xsl:template>",
        "<xsl:template match='@*|node()' mode='m'><xsl:copy><xsl:apply-templates select='@*|node()' mode='m'/></xsl:copy></xsl:template>",
        "<xsl:template name='loop'><xsl:param name='n'/><xsl:if test='$n &gt; 0'><i><xsl:value-of select='$n'/></i><xsl:call-template name='loop'>",
        "<xsl:with-param name='n' select='$n - 1'/></xsl:call-template></xsl:if></xsl:template>",
        "</xsl:stylesheet>");

    public static void main(String[] arguments) throws Exception {
        TransformerFactory factory = new TransformerFactoryImpl();
        Templates templates = factory.newTemplates(new StreamSource(new StringReader(SHEET)));
        String[] results = new String[2];
        Thread[] threads = new Thread[results.length];
        for (int i = 0; i < results.length; i++) {
            int n = i;
            threads[i] = new Thread(() -> {
                try {
                    results[n] = transform(templates, n);
                } catch (Exception e) {
                    results[n] = e.toString();
                }
            });
            threads[i].start();
        }
        for (int i = 0; i < results.length; i++) {
            threads[i].join();
            System.out.println(results[i]);
        }
        paths(factory);
    }

    private static String document(int n) {
        StringBuilder text = new StringBuilder("<list>");
        for (int i = 0; i < 6 + n; i++) {
            text.append("<item n='").append(i * 5 % 7).append("' kind='").append(i % 3 == 0 ? 'a' : 'b').append("'>x").append("abcd".substring(i % 4)).append("</item>");
        }
        return text.append("</list>").toString();
    }

    private static String transform(Templates templates, int n) throws Exception {
        Transformer transformer = templates.newTransformer();
        transformer.setParameter("title", "t" + n);
        StringWriter text = new StringWriter();
        transformer.transform(new StreamSource(new StringReader(document(n))), new StreamResult(text));
        return text.toString();
    }

    private static void paths(TransformerFactory factory) throws Exception {
        Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument();
        Transformer identity = factory.newTransformer();
        DOMResult result = new DOMResult(document);
        identity.transform(new StreamSource(new StringReader(document(4))), result);
        for (String path : new String[] {"count(//item)", "//item[last()]/@n", "string(/list/item[@kind='a'][2])", "sum(//@n) div 2 > 5", "id('x') | //item[2]/preceding-sibling::*",
            "normalize-space(concat(' a ', name(/*)))"}) {
            XObject value = XPathAPI.eval(document, path);
            System.out.println(path + " " + value.getTypeString() + " " + value.str());
        }
        StringWriter html = new StringWriter();
        identity.setOutputProperty("method", "html");
        identity.transform(new DOMSource(document), new StreamResult(html));
        System.out.println(html.toString().length());
    }
}
