package residua.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.ResolutionScope;

/** Checks the property files, without a look at the program. */
@Mojo(name = "check", defaultPhase = LifecyclePhase.VALIDATE, requiresDependencyResolution = ResolutionScope.NONE, threadSafe = true)
public final class CheckMojo extends AbstractResiduaMojo {
    @Override
    void run() throws MojoExecutionException, MojoFailureException {
        List<String> files = new ArrayList<>();
        for (String path : properties()) {
            files.addAll(below(new File(path).toPath()));
        }
        if (files.isEmpty()) {
            getLog().info("`residua.toml` names the properties: `residua:analyze` checks them");
            return;
        }
        command(folder()).with("check").with(files.toArray(new String[0])).with(arguments().toArray(new String[0])).run();
    }

    private static List<String> below(Path path) throws MojoExecutionException {
        List<String> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(path)) {
            all.filter(CheckMojo::isProperty).sorted().forEach(file -> files.add(file.toString()));
        } catch (IOException failed) {
            throw new MojoExecutionException("`" + path + "` cannot be read", failed);
        }
        return files;
    }

    private static boolean isProperty(Path file) {
        String name = file.getFileName().toString();
        return Files.isRegularFile(file) && name.matches(".*\\.(yaml|yml|lrv|mop|prop)");
    }
}
