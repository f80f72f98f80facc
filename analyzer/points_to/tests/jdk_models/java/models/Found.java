package models;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Objects of the library that no model makes: the claims of all libraries are about such ones. */
final class Found {
    private static final Map<Class<?>, Supplier<Object>> MADE = Map.of(
            Collection.class, () -> EnumSet.allOf(TimeUnit.class),
            List.class, () -> Arrays.asList("one", "two", "three").subList(0, 2),
            Path.class, () -> Path.of(Harness.FILE),
            DirectoryStream.class, Found::directory,
            FileSystem.class, FileSystems::getDefault,
            ServiceLoader.class, () -> ServiceLoader.load(FileSystemProvider.class));

    private Found() {}

    /** An object of this type, or null. */
    static Object of(Scenario at, Class<?> type) {
        Supplier<Object> made = type == Object.class ? () -> filled(at) : MADE.get(type);
        return made == null ? null : made.get();
    }

    /** A container of a class that has no kind, with elements that have escaped in this way. */
    private static Object filled(Scenario at) {
        at.trace.suspend();
        try {
            List<Object> items = List.of(at.item(), at.item(), at.item());
            items.forEach(at.trace::escaped);
            return switch (at.random.nextInt(5)) {
                case 0 -> Collections.checkedList(new ArrayList<>(items), Object.class);
                case 1 -> Collections.checkedSet(new HashSet<>(items), Object.class);
                case 2 -> Collections.checkedSet(sorted(at, items), Object.class);
                case 3 -> Collections.checkedMap(mapped(new TreeMap<>(), items), Object.class, Object.class);
                default -> Collections.checkedMap(mapped(new HashMap<>(), items), Object.class, Object.class).entrySet().iterator().next();
            };
        } finally {
            at.trace.resume();
        }
    }

    @SuppressWarnings("unchecked")
    private static Set<Object> sorted(Scenario at, List<Object> items) {
        Comparator<Object> comparator = at.random.nextBoolean() ? null : (Comparator<Object>) at.stubs.any(Comparator.class);
        if (comparator != null) {
            at.trace.escaped(comparator);
        }
        Set<Object> set = new TreeSet<>(comparator);
        set.addAll(items);
        return set;
    }

    private static Map<Object, Object> mapped(Map<Object, Object> map, List<Object> items) {
        items.forEach(item -> map.put(item, items.get(0)));
        return map;
    }

    private static DirectoryStream<Path> directory() {
        try {
            return Files.newDirectoryStream(Path.of(Harness.FILE).getParent());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
