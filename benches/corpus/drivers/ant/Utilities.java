package driver;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Vector;
import java.util.stream.Collectors;

import javax.xml.parsers.DocumentBuilderFactory;

import org.apache.tools.ant.AntClassLoader;
import org.apache.tools.ant.DirectoryScanner;
import org.apache.tools.ant.Project;
import org.apache.tools.ant.taskdefs.Echo;
import org.apache.tools.ant.types.Commandline;
import org.apache.tools.ant.util.CollectionUtils;
import org.apache.tools.ant.util.DOMElementWriter;
import org.apache.tools.ant.util.DateUtils;
import org.apache.tools.ant.util.DeweyDecimal;
import org.apache.tools.ant.util.FileUtils;
import org.apache.tools.ant.util.FlatFileNameMapper;
import org.apache.tools.ant.util.IdentityStack;
import org.apache.tools.ant.util.LayoutPreservingProperties;
import org.apache.tools.ant.util.LinkedHashtable;
import org.apache.tools.ant.util.LoaderUtils;
import org.apache.tools.ant.util.ReaderInputStream;
import org.apache.tools.ant.util.ReflectUtil;
import org.apache.tools.ant.util.ReflectWrapper;
import org.apache.tools.ant.util.SourceFileScanner;
import org.apache.tools.ant.util.StreamUtils;
import org.apache.tools.ant.util.StringUtils;
import org.apache.tools.ant.util.SymbolicLinkUtils;
import org.apache.tools.ant.util.TeeOutputStream;
import org.apache.tools.ant.util.UUEncoder;
import org.apache.tools.ant.util.VectorSet;
import org.apache.tools.ant.util.Watchdog;
import org.apache.tools.ant.util.WorkerAnt;
import org.apache.tools.tar.TarEntry;
import org.apache.tools.tar.TarInputStream;
import org.apache.tools.zip.ZipEntry;
import org.apache.tools.zip.ZipFile;
import org.apache.tools.zip.ZipOutputStream;

/** What Ant has for programs beside builds. */
final class Utilities {
    private final Path folder;
    private final Project project = new Project();

    Utilities(Path folder) {
        this.folder = folder;
        project.init();
        project.setBaseDir(folder.toFile());
    }

    List<String> all() throws Exception {
        return List.of(collections(), texts(), reflection(), streams(), archives(), files(), threads(), classes());
    }

    private String collections() {
        VectorSet<String> set = new VectorSet<>(List.of("a", "b", "a"));
        set.add("c");
        set.insertElementAt("b", 0);
        set.add(0, "z");
        set.addAll(2, List.of("y", "a"));
        set.remove("b");
        set.removeAll(List.of("c"));
        set.setElementAt("x", 0);
        set.retainAll(List.of("x", "y", "a"));
        IdentityStack<String> stack = new IdentityStack<>("bottom");
        stack.push("top");
        stack.removeAll(List.of("other"));
        LinkedHashtable<String, Integer> table = new LinkedHashtable<>(Map.of("one", 1));
        table.put("two", 2);
        int sum = 0;
        for (Enumeration<Integer> values = table.elements(); values.hasMoreElements();) {
            sum += values.nextElement();
        }
        for (Map.Entry<String, Integer> entry : table.entrySet()) {
            sum += entry.getValue();
        }
        Enumeration<String> joined = CollectionUtils.append(set.elements(), Collections.enumeration(table.keySet()));
        String rest = CollectionUtils.asCollection(CollectionUtils.asIterator(joined)).toString();
        Iterator<String> keys = table.keySet().iterator();
        String streamed = StreamUtils.iteratorAsStream(keys).collect(Collectors.joining("+")) + StreamUtils.enumerationAsStream(set.elements()).count();
        Hashtable<String, Integer> copy = new Hashtable<>();
        CollectionUtils.putAll(copy, table);
        return set + " " + stack.contains("top") + stack.search("bottom") + " " + sum + " " + rest + " " + streamed + " " + copy.size()
            + CollectionUtils.flattenToString(List.of(1, 2)) + CollectionUtils.frequency(List.of(1, 1), 1) + table.containsValue(2) + set.equals(new Vector<>(set));
    }

    private String texts() throws Exception {
        DeweyDecimal version = new DeweyDecimal("1.10.2");
        DOMElementWriter writer = new DOMElementWriter(true, new DOMElementWriter.XmlNamespacePolicy(true, true));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] xml = "<a x='1&amp;'><b:c xmlns:b='urn:b'>t&lt;<![CDATA[d]]></b:c><?p i?></a>".getBytes(StandardCharsets.UTF_8);
        writer.write(DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(xml)).getDocumentElement(), out);
        Commandline line = new Commandline("tool 'one two' three");
        line.createArgument(true).setLine("first \"second third\"");
        line.createMarker();
        LayoutPreservingProperties properties = new LayoutPreservingProperties();
        properties.load(new ByteArrayInputStream("# c\na = 1\n\nb:2\\\n  3\n".getBytes(StandardCharsets.ISO_8859_1)));
        properties.setProperty("a", "9");
        properties.setProperty("n", "\u00e9");
        properties.remove("b");
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        properties.store(kept, null);
        return version.isGreaterThan(new DeweyDecimal("1.9")) + " " + version.compareTo(new DeweyDecimal(new int[] {1, 10})) + " " + out.toString().replaceAll("\\s+", " ")
            + Arrays.toString(line.getCommandline()) + line.describeArguments().length() + " " + StringUtils.lineSplit("a\nb") + StringUtils.parseHumanSizes("2K")
            + StringUtils.removePrefix("prefix", "pre") + StringUtils.join(List.of(1, 2), "-") + " " + DateUtils.formatElapsedTime(65_000) + " "
            + DateUtils.parseIso8601DateTimeOrDate("2020-01-02").getTime() % 1000 + " " + kept.toString().lines().filter(text -> !text.startsWith("#")).collect(Collectors.joining("|"));
    }

    private static String reflection() {
        ReflectWrapper wrapper = new ReflectWrapper(Utilities.class.getClassLoader(), "org.apache.tools.ant.util.Base64Converter");
        String encoded = wrapper.invoke("encode", String.class, "text");
        List<String> made = new ArrayList<>(List.of("x"));
        int size = ReflectUtil.<Integer>invoke(made, "size");
        DeweyDecimal decimal = ReflectUtil.newInstance(DeweyDecimal.class, new Class<?>[] {String.class}, new Object[] {"3.4"});
        return encoded + size + decimal + ReflectUtil.respondsTo(made, "clear");
    }

    private static String streams() throws IOException {
        ByteArrayOutputStream left = new ByteArrayOutputStream();
        ByteArrayOutputStream right = new ByteArrayOutputStream();
        try (TeeOutputStream both = new TeeOutputStream(left, right); ReaderInputStream in = new ReaderInputStream(new StringReader("h\u00e9llo"), "UTF-8")) {
            in.transferTo(both);
        }
        ByteArrayOutputStream encoded = new ByteArrayOutputStream();
        new UUEncoder("name").encode(new ByteArrayInputStream(left.toByteArray()), encoded);
        return left.size() + " " + right.toString(StandardCharsets.UTF_8) + " " + encoded.size() + FileUtils.readFully(new StringReader("all of it"));
    }

    private String archives() throws IOException {
        File zip = folder.resolve("direct.zip").toFile();
        try (ZipOutputStream out = new ZipOutputStream(zip)) {
            out.setComment("direct");
            out.setLevel(7);
            for (String name : new String[] {"a", "dir/", "dir/b\u00e9"}) {
                ZipEntry entry = new ZipEntry(name);
                entry.setUnixMode(name.endsWith("/") ? 040755 : 0100644);
                entry.setTime(1_500_000_000_000L);
                out.putNextEntry(entry);
                out.write(name.getBytes(StandardCharsets.UTF_8));
                out.closeEntry();
            }
        }
        Map<String, Long> found = new LinkedHashMap<>();
        try (ZipFile file = new ZipFile(zip, "UTF-8")) {
            for (Enumeration<ZipEntry> entries = file.getEntriesInPhysicalOrder(); entries.hasMoreElements();) {
                ZipEntry entry = entries.nextElement();
                found.put(entry.getName(), entry.getSize() + file.getInputStream(entry).readAllBytes().length + entry.getExtraFields().length);
            }
        }
        StringBuilder names = new StringBuilder();
        try (TarInputStream tar = new TarInputStream(Files.newInputStream(folder.resolve("archives/posix.tar")))) {
            for (TarEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                names.append(entry.isDirectory() ? "/" : ".").append(entry.getName().length()).append(' ').append(tar.available());
            }
        }
        return found + " " + names;
    }

    private String files() throws Exception {
        DirectoryScanner scanner = new DirectoryScanner();
        scanner.setBasedir(folder.resolve("files/src").toFile());
        scanner.setIncludes(new String[] {"**/*.txt", "a/**/b/"});
        scanner.setExcludes(new String[] {"**/none*"});
        scanner.setCaseSensitive(false);
        scanner.addDefaultExcludes();
        scanner.scan();
        Echo task = new Echo();
        task.setProject(project);
        SourceFileScanner sources = new SourceFileScanner(task);
        String[] stale = sources.restrict(scanner.getIncludedFiles(), scanner.getBasedir(), folder.resolve("nowhere").toFile(), new FlatFileNameMapper());
        FileUtils utilities = FileUtils.getFileUtils();
        File normal = utilities.normalize(folder + "/x/../y/./z");
        return Arrays.toString(sorted(scanner.getIncludedFiles())) + Arrays.toString(sorted(scanner.getNotIncludedDirectories())) + stale.length + " "
            + FileUtils.getRelativePath(folder.toFile(), normal) + " " + SymbolicLinkUtils.getSymbolicLinkUtils().isSymbolicLink(normal) + " "
            + utilities.fromURI(normal.toURI().toString()).equals(normal.getPath()) + FileUtils.translatePath("a:b;c").length();
    }

    private static String[] sorted(String[] names) {
        String[] sorted = names.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    private String threads() throws Exception {
        Echo task = new Echo();
        task.setProject(project);
        WorkerAnt worker = new WorkerAnt(task);
        worker.start();
        worker.waitUntilFinished(5_000);
        worker.rethrowAnyBuildException();
        boolean[] late = new boolean[1];
        Watchdog watchdog = new Watchdog(20);
        watchdog.addTimeoutObserver(dog -> {
            synchronized (late) {
                late[0] = true;
                late.notifyAll();
            }
        });
        watchdog.start();
        synchronized (late) {
            while (!late[0]) {
                late.wait(5_000);
            }
        }
        watchdog.stop();
        return worker.isFinished() + " " + late[0];
    }

    private String classes() throws Exception {
        try (AntClassLoader loader = new AntClassLoader(Utilities.class.getClassLoader(), project, new org.apache.tools.ant.types.Path(project, folder.resolve("code/classes").toString()), true)) {
            loader.addSystemPackageRoot("java");
            Class<?> used = loader.loadClass("p.Used");
            int resources = 0;
            for (Enumeration<?> found = loader.getResources("p/Used.class"); found.hasMoreElements(); found.nextElement()) {
                resources++;
            }
            loader.setThreadContextLoader();
            boolean isContext = LoaderUtils.getContextClassLoader() == loader;
            loader.resetThreadContextLoader();
            return used.getDeclaredField("WORD").get(null) + " " + resources + " " + isContext + " " + (used.getClassLoader() == loader) + " "
                + LoaderUtils.classExists(loader, "p.None");
        }
    }
}
