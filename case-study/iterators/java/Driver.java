import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.jsoup.safety.Safelist;
import org.jsoup.select.Elements;
import org.jsoup.select.NodeTraversor;

/**
 * Drives jsoup through its public API: documents made from a seed are parsed, searched, changed, cleaned and printed.
 * Some of its own loops break the rules of java.util.Iterator on purpose, so that there is something to report.
 *
 * Arguments: the number of documents, the seed.
 */
final class Driver {
    private static final String[] TAGS = {"div", "p", "span", "a", "ul", "li", "table", "b", "section", "h1"};

    private final Random random;
    private long sum;

    private Driver(long seed) {
        random = new Random(seed);
    }

    public static void main(String[] args) {
        int documents = args.length > 0 ? Integer.parseInt(args[0]) : 20;
        long seed = args.length > 1 ? Long.parseLong(args[1]) : 1;
        Driver driver = new Driver(seed);
        for (int i = 0; i < documents; i++) {
            driver.document(i);
        }
        System.out.println("checksum " + driver.sum);
    }

    private void document(int number) {
        String html = html(4);
        Document document = Jsoup.parse(html, "https://example.org/" + number);
        search(document);
        attributes(document);
        change(document);
        carelessly(document, number);
        count(Jsoup.clean(html, Safelist.basic()));
        count(Jsoup.parse(html, "", Parser.xmlParser()).outerHtml());
        count(document.outerHtml());
    }

    private void search(Document document) {
        for (String query : new String[] {"div > p", "a[href]", "li:nth-child(2)", "p:contains(a)", "b, span, h1"}) {
            for (Element element : document.select(query)) {
                count(element.text());
            }
        }
        NodeTraversor.traverse((node, depth) -> sum += depth, document);
        Iterator<Element> all = document.getAllElements().iterator();
        while (all.hasNext()) {
            count(all.next().cssSelector());
        }
    }

    private void attributes(Document document) {
        for (Element element : document.select("a")) {
            Iterator<Attribute> attributes = element.attributes().iterator();
            while (attributes.hasNext()) {
                Attribute attribute = attributes.next();
                count(attribute.getKey());
                if (attribute.getKey().startsWith("data-")) {
                    attributes.remove();
                }
            }
            element.dataset().forEach((key, value) -> count(key));
        }
    }

    private void change(Document document) {
        List<Node> wrapped = new ArrayList<>();
        for (Element element : document.select("b")) {
            element.wrap("<em></em>");
            wrapped.add(element);
        }
        for (Node node : wrapped) {
            node.replaceWith(new TextNode("bold"));
        }
        document.select("li").addClass("item").prepend("<i>").attr("title", "x").removeClass("none");
    }

    /** What the rules forbid: elements that may not be there, and a list that changes under its iterator. */
    private void carelessly(Document document, int number) {
        Elements elements = document.select("p");
        Iterator<Element> blind = elements.iterator();
        try {
            count(blind.next().tagName());
        } catch (NoSuchElementException none) {
            sum++;
        }
        if (number % 3 != 0) {
            return;
        }
        try {
            for (Element element : elements) {
                if (random.nextBoolean()) {
                    elements.remove(element);
                }
            }
        } catch (ConcurrentModificationException changed) {
            sum++;
        }
    }

    private String html(int depth) {
        StringBuilder html = new StringBuilder();
        int children = depth == 0 ? 0 : 1 + random.nextInt(4);
        for (int i = 0; i < children; i++) {
            String tag = TAGS[random.nextInt(TAGS.length)];
            html.append('<').append(tag).append(" href='/").append(i).append("' data-n=").append(i).append('>');
            html.append("text ").append((char) ('a' + random.nextInt(26))).append(html(depth - 1));
            html.append(random.nextInt(10) == 0 ? "" : "</" + tag + ">");
        }
        return html.toString();
    }

    private void count(String text) {
        sum = sum * 31 + text.length();
    }
}
