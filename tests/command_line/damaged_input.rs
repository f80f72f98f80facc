//! Files on disk that are not as they should be: links, files that cannot be read, classes that are
//! there twice or damaged, in sources and on the class path.

use super::{changed, sessions};
use test_support::Project;

const ANALYZE: &str = "analyze --source src --property session.yaml";

/// The program uses a class of a library.
fn with_library() -> Project {
    let project = sessions();
    changed(
        &project,
        "src/app/Main.java",
        "session.open();",
        "lib.Tool.use(session); session.open();",
    );
    project
}

#[cfg(target_os = "linux")]
#[test]
fn source_file_that_cannot_be_read() {
    let project = sessions();
    // Reading the memory of a process from its start fails for every user.
    std::os::unix::fs::symlink("/proc/self/mem", project.path("src/app/Other.java"))
        .expect("a link");
    project
        .residua(ANALYZE)
        .fails_with(2, &["cannot read the source `src/app/Other.java`"]);
    assert_eq!(project.names("residua-out"), Vec::<String>::new());
}

#[cfg(unix)]
#[test]
fn source_file_that_is_a_link_to_nothing() {
    let project = sessions();
    std::os::unix::fs::symlink("nowhere.java", project.path("src/app/Other.java")).expect("a link");
    project
        .residua(ANALYZE)
        .fails_with(2, &["src/app/Other.java"]);
}

#[cfg(unix)]
#[test]
fn links_that_lead_back_are_not_followed() {
    let project = sessions();
    let link =
        |to: &str, from: &str| std::os::unix::fs::symlink(to, project.path(from)).expect("a link");
    link("..", "src/app/up");
    link("itself", "src/app/itself");
    link("there", "src/app/here");
    link("here", "src/app/there");
    let run = project.residua(ANALYZE).succeeds();
    assert!(
        run.stdout.contains("the property cannot be violated from"),
        "{}",
        run.stdout
    );
}

#[test]
fn class_that_is_declared_twice() {
    let project = sessions();
    project.write(
        "src/other/Session.java",
        project.read("src/app/Session.java").as_bytes(),
    );
    let told = [
        "src/other/Session.java:",
        "the class `app.Session` is declared more than once",
    ];
    project
        .residua(&format!("{ANALYZE} --strict"))
        .fails_with(2, &told);
    let run = project.residua(ANALYZE).succeeds();
    run.fails_with(0, &told);
    assert!(
        project
            .read("residua-out/report.html")
            .contains("other/Session.java"),
        "the report says what was not read"
    );
}

/// Test data need not be Java; the program may run without it.
#[test]
fn source_that_cannot_be_parsed_may_be_left_out() {
    let project = sessions();
    project.write(
        "src/data/Odd.java",
        b"package data; class Odd { void m() { int 1; } }",
    );
    let run = project.residua(ANALYZE).succeeds();
    run.fails_with(
        0,
        &[
            "warning[left-out]",
            "src/data/Odd.java:1:",
            "name it in `left-out`",
        ],
    );
    let run = project
        .residua(&format!("{ANALYZE} --left-out src/data/Odd.java"))
        .succeeds();
    assert!(!run.stderr.contains("warning"), "{}", run.stderr);
}

#[test]
fn sources_of_all_encodings_and_line_ends() {
    let project = sessions();
    let utf16: Vec<u8> = "\u{feff}class Wide { }"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    project.write("src/app/Wide.java", &utf16);
    project.write(
        "src/app/Nul.java",
        b"package app; class Nul { int a; \0 int b; }",
    );
    project.write("src/app/Mac.java", b"// one\rpackage app;\rclass Mac { }\r");
    project.write(
        "src/app/Dos.java",
        b"\xef\xbb\xbfpackage app;\r\nclass Dos { }\r\n\x1a",
    );
    project.write("src/app/Empty.java", b"");
    let strict = project.residua(&format!("{ANALYZE} --strict"));
    strict.fails_with(
        2,
        &["src/app/Wide.java:1:1", "UTF-16", "src/app/Nul.java:1:"],
    );
    for sound in ["Mac.java", "Dos.java", "Empty.java"] {
        assert!(!strict.stderr.contains(sound), "{}", strict.stderr);
    }
    project.residua(ANALYZE).succeeds();
}

#[test]
fn jar_that_is_cut_off() {
    let project = sessions();
    project.javac("src", "classes");
    project.jar("classes", "whole.jar");
    let bytes = std::fs::read(project.path("whole.jar")).expect("a jar");
    project.write("cut.jar", &bytes[..bytes.len() / 2]);
    let run = project.residua(&format!("{ANALYZE} --classpath whole.jar:cut.jar"));
    run.fails_with(
        2,
        &[
            "error[unreadable-classes]",
            "`cut.jar`",
            "jars and folders of class files",
        ],
    );
    assert_eq!(project.names("residua-out"), Vec::<String>::new());
}

#[test]
fn class_files_that_are_damaged() {
    let project = with_library();
    project.write("lib/lib/Tool.class", b"\xCA\xFE\xBA\xBE\0\0\0\x34 no more");
    project.jar("lib", "tools.jar");
    for entry in ["lib", "tools.jar"] {
        let run = project
            .residua(&format!("{ANALYZE} --classpath {entry}"))
            .succeeds();
        run.fails_with(
            0,
            &[
                "warning[damaged-class]",
                "`lib.Tool`",
                &format!("`{entry}`"),
            ],
        );
    }
}

#[test]
fn folder_that_is_called_like_a_jar() {
    let project = with_library();
    project.write(
        "library/lib/Tool.java",
        b"package lib; public class Tool { public static void use(Object o) { } }",
    );
    project.javac("library", "tools.jar");
    let run = project
        .residua(&format!("{ANALYZE} --classpath tools.jar"))
        .succeeds();
    assert!(!run.stderr.contains("lib.Tool"), "{}", run.stderr);
}
