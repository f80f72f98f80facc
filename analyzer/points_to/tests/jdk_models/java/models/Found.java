package models;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
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
    static Object of(Class<?> type) {
        Supplier<Object> made = MADE.get(type);
        return made == null ? null : made.get();
    }

    private static DirectoryStream<Path> directory() {
        try {
            return Files.newDirectoryStream(Path.of(Harness.FILE).getParent());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
