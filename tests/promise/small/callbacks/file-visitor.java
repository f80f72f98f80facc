package small;

import java.util.Set;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        java.nio.file.Files.walkFileTree(java.nio.file.Path.of("."), Set.of(), 0, new java.nio.file.SimpleFileVisitor<>() {
            public java.nio.file.FileVisitResult visitFile(java.nio.file.Path p, java.nio.file.attribute.BasicFileAttributes a) {
                s.close();
                return java.nio.file.FileVisitResult.CONTINUE;
            }
        });
        s.send();
    }
}
