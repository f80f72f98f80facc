import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** A program of somebody who uses jsoup. */
public class Page {
    public static void main(String[] arguments) {
        String text = "<title>A page</title><p>One <b>bold</b> word<ul><li>first<li>second</ul><a href=/there>there</a>";
        Document page = Jsoup.parse(text, "http://example.org");
        for (Element link : page.select("a[href]")) System.out.println(link.text() + " " + link.absUrl("href"));
        for (Element item : page.select("li")) System.out.println(item.text());
        System.out.println(page.title() + ": " + page.body().text());
    }
}
