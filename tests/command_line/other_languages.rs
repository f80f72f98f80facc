//! Sources of other languages, configurations and results beside the sources in Java.

use test_support::{Project, Run};

const ANALYZE: &str = "analyze --source src/main/java --property p.yaml";

/// `Main` never looks at `Key`, whose method sends too early.
fn project() -> Project {
    Project::new(
        "//- p.yaml
imports: [app.S]
foreach:
  - parameters: [S s]
    events:
      open: call S.open() target s
      send: call S.send() target s
    properties:
      life:
        states: {fresh: initial, live: , early: bad}
        transitions:
          - fresh -> live: open
          - fresh -> early: send
//- src/main/java/app/S.java
package app;
public class S {
    public void open() { }
    public void send() { }
}
//- src/main/java/app/Tray.java
package app;
public class Tray {
    public Key key() { return new Key(); }
}
//- src/main/java/app/Key.java
package app;
public class Key {
    public void turn() { new S().send(); }
}
//- src/main/java/app/Main.java
package app;
public class Main {
    public static void main(String[] args) { }
}
",
    )
}

fn kept(run: &Run) -> bool {
    super::kept(&run.stdout, "life") > 0
}

#[test]
fn text_of_a_source_in_another_language_says_what_it_uses() {
    let project = project();
    assert!(!kept(&project.residua(ANALYZE).succeeds()));
    project.write(
        "src/main/kotlin/Other.kt",
        b"package app\nfun other() = 3\n",
    );
    assert!(!kept(&project.residua(ANALYZE).succeeds()));
    project.write(
        "src/main/kotlin/Start.kt",
        b"package app\nfun main() { val it = Tray().key(); it.turn() }\n",
    );
    let run = project.residua(ANALYZE);
    assert!(kept(&run), "the type of `it` is not written: {run:?}");
    assert!(
        run.stderr
            .contains("warning[other-languages]: 2 files (Kotlin)"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("with `--classes`"), "{}", run.stderr);
}

#[test]
fn name_of_a_member_is_enough_in_groovy() {
    let project = project();
    project.write(
        "src/main/groovy/Start.groovy",
        b"class Start { static void main(a) { a.find().turn() } }\n",
    );
    assert!(kept(&project.residua(ANALYZE)));
    project.write(
        "src/main/groovy/Start.groovy",
        b"class Start { static void main(a) { a.find().other() } }\n",
    );
    assert!(!kept(&project.residua(ANALYZE)));
    project.write(
        "src/main/groovy/Start.groovy",
        b"class Start { static void main(a) { a.find().\"$a\"() } }\n",
    );
    assert!(kept(&project.residua(ANALYZE)));
}

#[test]
fn configuration_of_lombok_names_classes() {
    let project = project();
    assert!(!kept(&project.residua(ANALYZE).succeeds()));
    project.write("lombok.config", b"import more.config\n");
    project.write(
        "more.config",
        b"lombok.log.custom.declaration = app.Key app.Key.of(TYPE)\n",
    );
    assert!(kept(&project.residua(ANALYZE)));
}

#[test]
fn own_results_below_the_sources_name_nothing() {
    let project = project();
    let analyze = "analyze --source . --property p.yaml --force";
    let runs = [(); 2].map(|()| project.residua(analyze).succeeds());
    assert!(!kept(&runs[0]), "{:?}", runs[0]);
    assert_eq!(runs[0].stdout, runs[1].stdout);
}

/// A Java class of a library takes closures of Groovy and calls by name. It can do so where Groovy's
/// runtime library is there, or where it is compiled from Groovy; a missing library may come when
/// the program runs, but then no Java class is linked to it.
#[test]
fn java_class_of_a_library_calls_by_name_where_groovy_is_there() {
    let project = project();
    project.write(
        "groovy/groovy/lang/GroovyObject.java",
        b"package groovy.lang;\npublic interface GroovyObject { Object invokeMethod(String name, Object argument); }\n",
    );
    project.write(
        "library/lib/Dynamics.java",
        b"package lib;\npublic class Dynamics { Object go(groovy.lang.GroovyObject o, String n) { return o.invokeMethod(n, null); } }\n",
    );
    project.javac("groovy", "groovy-classes");
    project.run(
        "javac",
        "-g -cp groovy-classes -d library-classes library/lib/Dynamics.java",
    );
    let jar = |folder: &str| project.jar(&format!("{folder}-classes"), &format!("{folder}.jar"));
    ["groovy", "library"].iter().for_each(|folder| jar(folder));
    let kept_with = |class_path: &str| {
        kept(
            &project
                .residua(&format!("{ANALYZE} --classpath {class_path}"))
                .succeeds(),
        )
    };
    assert!(!kept_with("library.jar"));
    assert!(kept_with("library.jar:groovy.jar"));
    let script = "src/main/resources/start.groovy";
    project.write(script, b"println 3\n");
    assert!(kept_with("library.jar"), "the runtime library comes later");
    std::fs::remove_file(project.path(script)).expect("files can be removed");

    let file = "library-classes/lib/Dynamics.class";
    let bytes = std::fs::read(project.path(file)).expect("a class file");
    let (java, groovy) = (b"Dynamics.java", b"Dynami.groovy");
    let at = bytes
        .windows(java.len())
        .position(|part| part == java)
        .expect("its source");
    let compiled_by_groovy = [&bytes[..at], groovy, &bytes[at + java.len()..]].concat();
    project.write(file, &compiled_by_groovy);
    jar("library");
    assert!(kept_with("library.jar"));
}
