package driver;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Entities;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.jsoup.safety.Cleaner;
import org.jsoup.safety.Safelist;
import org.jsoup.select.Elements;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;

/** Parses, searches, changes, cleans and prints documents on several threads. */
public final class Driver {
    private static final String[] SELECTORS = {
        "a[href]", "table > tbody > tr:nth-child(2n) td", "div.box p:contains(line)", "*:has(b)", "p ~ p", "#first + p, h1",
        "a[href^=http]:not([rel])", "li:eq(1)", "[class~=b.x]", "p:matches(\\d+)", ":root > body *|p", "td:last-of-type",
    };

    public static void main(String[] arguments) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<String>> results = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            int size = i;
            results.add(pool.submit(() -> work(size)));
        }
        for (Future<String> result : results) {
            System.out.println(result.get());
        }
        pool.shutdown();
    }

    private static String work(int size) {
        Document document = Jsoup.parse(page(size), "http://example.com/dir/");
        StringBuilder found = new StringBuilder();
        for (String selector : SELECTORS) {
            found.append(document.select(selector).size()).append(' ');
        }
        change(document, size);
        found.append(count(document)).append(' ').append(document.html().length());
        found.append(' ').append(clean(size)).append(' ').append(xml(size));
        return found.toString();
    }

    private static String page(int size) {
        StringBuilder page = new StringBuilder("<!doctype html><title>T &amp; U</title><h1>Head</h1><p id=first>one<p>two");
        for (int i = 0; i <= size; i++) {
            page.append("<div class='box b").append(i).append("x'><p>line ").append(i).append(" &eacute;&#x41;<b>bold</i></b>");
            page.append("<a href='/x?").append(i).append("' rel=nofollow>l</a><a href=http://h/>m</a></div>");
            page.append("<table><tr><td>1<td>2<tr><td>3</table><ul><li>a<li>b</ul><form><input name=n value=v><select name=s>");
            page.append("<option value=1 selected>o</select></form><script>if (a < b) c();</script><!-- note --><svg><g/></svg>");
        }
        return page.append("<textarea>t</textarea><br></p></body>").toString();
    }

    private static void change(Document document, int size) {
        Elements boxes = document.select("div.box");
        boxes.addClass("seen").attr("data-n", "" + size).append("<i>end</i>").prepend("<i>begin</i>");
        for (Element box : boxes) {
            box.child(0).text("<" + box.className() + ">");
            box.dataset().put("key", box.cssSelector());
        }
        document.select("ul").wrap("<section></section>").first().after(new TextNode("after"));
        document.select("form").forEach(form -> form.clone().appendTo(document.body()));
        document.select("script").remove();
        document.outputSettings().escapeMode(Entities.EscapeMode.extended).prettyPrint(size % 2 == 0);
    }

    private static int count(Document document) {
        int[] nodes = new int[2];
        NodeTraversor.traverse((node, depth) -> nodes[0] += depth, document);
        NodeTraversor.filter(new NodeFilter() {
            @Override
            public FilterResult head(Node node, int depth) {
                return node instanceof TextNode ? FilterResult.SKIP_CHILDREN : FilterResult.CONTINUE;
            }

            @Override
            public FilterResult tail(Node node, int depth) {
                nodes[1]++;
                return FilterResult.CONTINUE;
            }
        }, document);
        return nodes[0] + nodes[1];
    }

    private static String clean(int size) {
        String dirty = page(size) + "<a href='javascript:x()' onclick=y()>z</a>";
        Document cleaned = new Cleaner(Safelist.relaxed().addTags("section")).clean(Jsoup.parse(dirty));
        return Jsoup.isValid("<b>ok</b>", Safelist.basic()) + "/" + cleaned.text().length() + "/"
            + Jsoup.clean(dirty, Safelist.none()).length();
    }

    private static String xml(int size) {
        String text = "<?xml version='1.0'?><r a='1'><![CDATA[x<y]]><s/>" + "<t>u</t>".repeat(size) + "</r>";
        Document document = Jsoup.parse(text, "", Parser.xmlParser());
        return document.selectXpath("//t").size() + "/" + document.outerHtml().length() + "/"
            + Parser.unescapeEntities("&lt;&copy;&nosuch;", true).length();
    }
}
