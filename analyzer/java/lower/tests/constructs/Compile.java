import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Compiles many small programs in one process, as starting javac takes longer than compiling them. The argument is a file
 * with one program a line: the folder for the class files, options and sources, separated by tabs. What javac says of
 * those that do not compile is printed behind their folder's name.
 */
class Compile {
    public static void main(String[] arguments) throws Exception {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            List<String> words = new ArrayList<>(List.of(line.split("\t")));
            Path folder = Path.of(words.remove(0));
            Files.createDirectories(folder);
            List<String> options = new ArrayList<>();
            while (words.get(0).startsWith("-")) {
                options.addAll(List.of(words.remove(0).split("=")));
            }
            compile(javac, folder, options, words);
        }
    }

    private static void compile(JavaCompiler javac, Path folder, List<String> options, List<String> sources) {
        options.addAll(List.of("-proc:none", "-nowarn", "-d", folder.toString()));
        StringWriter said = new StringWriter();
        try (var files = javac.getStandardFileManager(null, null, null)) {
            var units = files.getJavaFileObjectsFromStrings(sources);
            if (!javac.getTask(said, files, null, options, null, units).call()) {
                System.out.println(folder.getFileName() + "\t" + said.toString().replace("\n", "\\n"));
            }
        } catch (Exception failure) {
            System.out.println(folder.getFileName() + "\t" + failure);
        }
    }
}
