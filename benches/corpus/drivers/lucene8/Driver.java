package driver;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.highlight.Highlighter;
import org.apache.lucene.search.highlight.QueryScorer;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;

/** Writes an index from several threads, merges it, and searches it from several threads. */
public final class Driver {
    private static final String[] WORDS = "river stone walking house green light running quick memory table open closed".split(" ");
    private static final String[] QUERIES = {
        "river", "walk AND stone", "\"green light\"", "\"river house\"~3", "hous*", "qui?k", "memry~1", "title:table -light", "+open +(closed OR river)",
        "[green TO light]", "river^3 stone", "/st.*e/",
    };

    public static void main(String[] arguments) throws Exception {
        Analyzer analyzer = new EnglishAnalyzer();
        try (Directory directory = FSDirectory.open(Path.of("index"))) {
            write(directory, analyzer);
            search(directory, analyzer);
        }
        tokens();
    }

    private static void write(Directory directory, Analyzer analyzer) throws Exception {
        IndexWriterConfig config = new IndexWriterConfig(analyzer).setMaxBufferedDocs(20);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            ExecutorService pool = Executors.newFixedThreadPool(3);
            List<Future<?>> tasks = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                int part = i;
                tasks.add(pool.submit(() -> {
                    for (int k = 0; k < 25; k++) {
                        writer.addDocument(document(part * 100 + k));
                    }
                    return null;
                }));
            }
            for (Future<?> task : tasks) {
                task.get();
            }
            pool.shutdown();
            writer.updateDocument(new Term("id", "203"), document(203));
            writer.deleteDocuments(new Term("id", "104"));
            writer.commit();
            writer.forceMerge(1);
        }
    }

    private static Document document(int n) {
        Document document = new Document();
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            body.append(WORDS[(n * 7 + i * (n % 5 + 1)) % WORDS.length]).append(i % 5 == 4 ? ". " : " ");
        }
        document.add(new StringField("id", "" + n, Field.Store.YES));
        document.add(new TextField("title", WORDS[n % WORDS.length] + " " + n, Field.Store.YES));
        document.add(new TextField("body", body.toString(), Field.Store.YES));
        document.add(new IntPoint("size", n));
        document.add(new NumericDocValuesField("rank", n % 17));
        document.add(new SortedDocValuesField("group", new BytesRef("g" + n % 3)));
        document.add(new StoredField("bytes", new byte[] {1, 2}));
        return document;
    }

    private static void search(Directory directory, Analyzer analyzer) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            IndexSearcher searcher = new IndexSearcher(reader, pool);
            List<Future<String>> results = new ArrayList<>();
            ExecutorService callers = Executors.newFixedThreadPool(2);
            for (String text : QUERIES) {
                results.add(callers.submit(() -> found(searcher, analyzer, text)));
            }
            for (Future<String> result : results) {
                System.out.println(result.get());
            }
            callers.shutdown();
            Sort sort = new Sort(new SortField("rank", SortField.Type.INT, true), new SortField("group", SortField.Type.STRING), SortField.FIELD_DOC);
            TopDocs sorted = searcher.search(IntPoint.newRangeQuery("size", 50, 320), 5, sort);
            System.out.println(sorted.totalHits.value + " " + reader.numDocs() + " " + sorted.scoreDocs.length);
        }
        pool.shutdown();
    }

    private static String found(IndexSearcher searcher, Analyzer analyzer, String text) throws Exception {
        Query query = new QueryParser("body", analyzer).parse(text);
        TopDocs found = searcher.search(query, 200);
        int highlighted = 0;
        for (ScoreDoc hit : found.scoreDocs) {
            String body = searcher.doc(hit.doc).get("body");
            String best = new Highlighter(new QueryScorer(query)).getBestFragment(analyzer, "body", body);
            highlighted += best == null ? 0 : 1;
        }
        int explained = found.scoreDocs.length == 0 ? 0 : searcher.explain(query, found.scoreDocs[0].doc).getDetails().length;
        return text + ": " + found.totalHits.value + " " + highlighted + " " + (explained > 0);
    }

    private static void tokens() throws Exception {
        List<String> terms = new ArrayList<>();
        try (Analyzer analyzer = new StandardAnalyzer(); TokenStream stream = analyzer.tokenStream("f", "The Quick, brown fox's 3.5 jumps")) {
            CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                terms.add(term.toString());
            }
            stream.end();
        }
        System.out.println(terms + " " + Arrays.asList(new BytesRef("x").bytes.length));
    }
}
