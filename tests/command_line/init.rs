//! `residua init`: what it finds in projects, and that the other commands need nothing else.

use std::path::PathBuf;

use super::{changed, sessions};
use test_support::{Project, Run};

/// The configuration that has been written.
fn written(project: &Project) -> toml::Table {
    toml::from_str(&project.read("residua.toml")).expect("a configuration")
}

#[track_caller]
fn has(project: &Project, key: &str, expected: &[&str]) {
    let table = written(project);
    let values = table[key].as_array().expect("a list").iter();
    let values: Vec<&str> = values
        .map(|value| value.as_str().expect("a text"))
        .collect();
    assert_eq!(values, expected, "{key}");
}

/// Runs `init` with a home of the project's own, so that no library of the machine's user is found.
fn init(project: &Project, arguments: &str) -> Run {
    let home = project.path("home");
    let home = home.to_str().expect("a path");
    project.residua_with(
        &format!("init {arguments}"),
        &[("HOME", home), ("GRADLE_USER_HOME", "none")],
        "",
    )
}

/// The sources of [`sessions`] moved to where Maven and Gradle expect them.
fn moved_to(sources: &str) -> Project {
    let project = sessions();
    let target = project.path(sources);
    std::fs::create_dir_all(&target).expect("folders can be made");
    for file in ["Main.java", "Session.java"] {
        project.write(
            &format!("{sources}/app/{file}"),
            project.read(&format!("src/app/{file}")).as_bytes(),
        );
    }
    std::fs::remove_dir_all(project.path("src/app")).expect("folders can be removed");
    project
}

/// Files of a local Maven repository: a library that needs another one.
fn libraries(project: &Project) {
    let library = |name: &str, dependencies: &str| {
        let place = format!("home/.m2/repository/org/example/{name}/1.0/{name}-1.0");
        project.write(&format!("{place}.jar"), b"");
        let pom = format!(
            "<project><groupId>org.example</groupId><artifactId>{name}</artifactId><version>1.0</version>\
             <dependencies>{dependencies}</dependencies></project>"
        );
        project.write(&format!("{place}.pom"), pom.as_bytes());
    };
    let dependency = |name: &str, more: &str| {
        format!(
            "<dependency><groupId>org.example</groupId><artifactId>{name}</artifactId><version>1.0</version>{more}</dependency>"
        )
    };
    let further = [
        dependency("low", ""),
        dependency("checked", "<scope>test</scope>"),
        dependency("extra", "<optional>true</optional>"),
        dependency("left", ""),
    ];
    library("high", &further.concat());
    ["low", "checked", "extra", "left"]
        .iter()
        .for_each(|name| library(name, ""));
}

#[test]
fn plain_project_is_woven_after_three_commands() {
    let project = sessions();
    changed(
        &project,
        "src/app/Main.java",
        "session.open();",
        "if (args.length == 0) session.open();",
    );
    project.javac("src", "bin");
    let told = init(&project, "").succeeds().stdout;
    assert!(
        told.starts_with("plain project: 1 folder of sources, 1 folder of classes, 0 entries"),
        "{told}"
    );
    assert!(told.contains("properties: session.yaml\n"), "{told}");
    has(&project, "source", &["src"]);
    has(&project, "property", &["session.yaml"]);
    has(&project, "classes", &["bin"]);
    assert!(
        told.contains("classes: bin; woven ones go to monitored\n"),
        "{told}"
    );
    project.residua("analyze").succeeds();
    project.residua("weave").succeeds();
    let run = project.java("-cp monitored app.Main early");
    assert!(
        run.stderr
            .starts_with("residua: violation of lifecycle in early by send at app/Main.java:7"),
        "{run:?}"
    );
    let why = project.residua("explain app/Main.java:7").succeeds().stdout;
    assert!(why.contains("kept: `send` of `lifecycle`"), "{why}");
}

#[test]
fn project_without_properties_gets_the_rules_of_the_jdk() {
    let project = sessions();
    std::fs::remove_file(project.path("session.yaml")).expect("files can be removed");
    let run = init(&project, "").succeeds();
    let told = run.stdout + &run.stderr;
    let rules = project.names("properties/jdk").len();
    assert!(
        told.contains(&format!("wrote properties/jdk: {rules} rules")) && rules > 50,
        "{told}"
    );
    assert!(told.contains("compile the project, then"), "{told}");
    has(&project, "property", &["properties/jdk"]);
    project.residua("analyze").succeeds();
}

#[test]
fn rules_that_the_user_has_changed_stay() {
    let project = sessions();
    project.write("properties/jdk/channel_open.yaml", b"# mine\n");
    init(&project, "--jdk").succeeds();
    assert_eq!(project.read("properties/jdk/channel_open.yaml"), "# mine\n");
    has(&project, "property", &["session.yaml", "properties/jdk"]);
}

#[test]
fn maven_project_is_found_with_what_its_dependencies_bring() {
    let project = moved_to("src/main/java");
    libraries(&project);
    project.write(
        "pom.xml",
        b"<project><groupId>g</groupId><artifactId>a</artifactId><version>1</version>
            <properties><v>1.0</v></properties>
            <dependencies>
              <dependency><groupId>org.example</groupId><artifactId>high</artifactId><version>${v}</version>
                <exclusions><exclusion><groupId>*</groupId><artifactId>left</artifactId></exclusion></exclusions></dependency>
              <dependency><groupId>org.example</groupId><artifactId>absent</artifactId><version>2</version></dependency>
              <dependency><groupId>org.example</groupId><artifactId>checked</artifactId><version>1.0</version><scope>test</scope></dependency>
            </dependencies></project>",
    );
    let told = init(&project, "").succeeds().stdout;
    assert!(
        told.contains("not found on this machine: org.example:absent:2\n"),
        "{told}"
    );
    has(&project, "source", &["src/main/java"]);
    has(&project, "classes", &["target/classes"]);
    let jar = |name: &str| format!("~/.m2/repository/org/example/{name}/1.0/{name}-1.0.jar");
    has(&project, "classpath", &[&jar("high"), &jar("low")]);
    assert_eq!(
        written(&project)["output"].as_str(),
        Some("target/monitored")
    );
    assert!(
        project
            .read("residua.toml")
            .contains("# not found on this machine: org.example:absent:2\n")
    );
}

#[test]
fn modules_of_a_maven_project_inherit_and_are_no_libraries() {
    let project = moved_to("core/src/main/java");
    libraries(&project);
    let dependency = |name: &str, group: &str| {
        format!(
            "<dependency><groupId>{group}</groupId><artifactId>{name}</artifactId></dependency>"
        )
    };
    let parent =
        "<parent><groupId>g</groupId><artifactId>all</artifactId><version>1</version></parent>";
    let module = |name: &str, dependencies: String| {
        let text = format!(
            "<project>{parent}<artifactId>{name}</artifactId><dependencies>{dependencies}</dependencies></project>"
        );
        project.write(&format!("{name}/pom.xml"), text.as_bytes());
    };
    module("core", dependency("low", "org.example"));
    module("web", dependency("core", "g"));
    project.write(
        "web/src/main/java/web/Page.java",
        b"package web;\n\nclass Page {}\n",
    );
    project.write(
        "pom.xml",
        b"<project><groupId>g</groupId><artifactId>all</artifactId><version>1</version><packaging>pom</packaging>
            <modules><module>core</module><module>web</module></modules>
            <dependencyManagement><dependencies>
              <dependency><groupId>org.example</groupId><artifactId>low</artifactId><version>1.0</version></dependency>
            </dependencies></dependencyManagement></project>",
    );
    let told = init(&project, "").succeeds().stdout;
    assert!(!told.contains("not found"), "{told}");
    has(
        &project,
        "source",
        &["core/src/main/java", "web/src/main/java"],
    );
    has(
        &project,
        "classes",
        &["core/target/classes", "web/target/classes"],
    );
    project.javac("core/src/main/java", "core/target/classes");
    let run = init(&project, "--force").succeeds();
    let told = run.stdout + &run.stderr;
    assert!(
        told.contains("next: compile the project") && !told.contains("left out"),
        "web still will be: {told}"
    );
    has(
        &project,
        "source",
        &["core/src/main/java", "web/src/main/java"],
    );
    has(
        &project,
        "classpath",
        &["~/.m2/repository/org/example/low/1.0/low-1.0.jar"],
    );
}

#[test]
fn gradle_project_is_found_with_its_subprojects_and_jars() {
    let project = moved_to("app/src/main/java");
    libraries(&project);
    project.write(
        "settings.gradle",
        b"rootProject.name = 'all'\ninclude 'app' // , 'old'\n",
    );
    project.write("app/libs/own.jar", b"");
    project.write(
        "app/build.gradle",
        b"dependencies {\n    implementation 'org.example:high:1.0'\n    implementation fileTree(dir: 'libs', include: ['*.jar'])\n    \
          testImplementation 'org.example:checked:1.0'\n    implementation libs.absent\n}\n",
    );
    let told = init(&project, "").succeeds().stdout;
    assert!(
        told.starts_with("Gradle project")
            && told.contains("not found on this machine: libs.absent\n"),
        "{told}"
    );
    has(&project, "source", &["app/src/main/java"]);
    has(&project, "classes", &["app/build/classes/java/main"]);
    let jar = |name: &str| format!("~/.m2/repository/org/example/{name}/1.0/{name}-1.0.jar");
    has(
        &project,
        "classpath",
        &["app/libs/own.jar", &jar("high"), &jar("low"), &jar("left")],
    );
}

#[test]
fn ant_project_is_found_by_its_compiling_tasks() {
    let project = moved_to("java");
    project.write("lib/library.jar", b"");
    project.write(
        "java/test/app/MainTest.java",
        b"package app;\n\nclass MainTest {}\n",
    );
    project.write(
        "build.xml",
        b"<project basedir='.'>
            <property name='made' value='build'/>
            <property name='made.classes' location='${made}/classes'/>
            <path id='libraries'><fileset dir='lib' includes='*.jar'/></path>
            <target name='compile'><javac srcdir='java' destdir='${made.classes}'><classpath refid='libraries'/></javac></target>
            <target name='test'><javac srcdir='java/test' destdir='${made}/test-classes' classpath='absent.jar'/></target>
          </project>",
    );
    init(&project, "").succeeds();
    has(&project, "source", &["java"]);
    has(&project, "classes", &["build/classes"]);
    has(&project, "classpath", &["lib/library.jar"]);
    assert_eq!(
        written(&project)["output"].as_str(),
        Some("build/monitored")
    );
}

#[test]
fn library_is_analysed_as_one_though_it_has_a_main() {
    let project = sessions();
    let hasty = "package app;\n\npublic class Hasty {\n    public static void use() { new Session().send(1); }\n}\n";
    project.write("src/app/Hasty.java", hasty.as_bytes());
    let told = init(&project, "").succeeds().stdout;
    assert!(
        told.contains("begins in 1 `main` method: app.Main\n"),
        "{told}"
    );
    project.residua("analyze").succeeds();
    let silenced = project
        .residua("explain app/Hasty.java:4")
        .succeeds()
        .stdout;
    assert!(
        silenced.contains("silenced["),
        "nobody calls it: {silenced}"
    );
    let told = init(&project, "--library --force").succeeds().stdout;
    assert!(
        told.contains("a library: any method may be called\n"),
        "{told}"
    );
    has(&project, "entry", &["*"]);
    project.residua("analyze").succeeds();
    let kept = project
        .residua("explain app/Hasty.java:4")
        .succeeds()
        .stdout;
    assert!(kept.contains("kept: `send`"), "{kept}");
}

/// Packages that begin in the project's folder stand beside examples that no one compiles with
/// them.
#[test]
fn sources_that_are_not_compiled_are_left_out_and_named() {
    let project = sessions();
    for file in ["Main.java", "Session.java"] {
        project.write(
            &format!("app/{file}"),
            project.read(&format!("src/app/{file}")).as_bytes(),
        );
    }
    std::fs::remove_dir_all(project.path("src")).expect("folders can be removed");
    project.write("examples/one/Main.java", b"class Main {}\n");
    project.write("examples/two/Main.java", b"class Main {}\n");
    let told = init(&project, "").succeeds().stdout;
    assert!(
        !told.contains("left out"),
        "nothing is compiled yet: {told}"
    );
    project.javac("app", "classes");
    let told = init(&project, "--force").succeeds().stdout;
    assert!(
        told.contains("not compiled, and so left out: examples\n"),
        "{told}"
    );
    has(&project, "source", &["."]);
    has(&project, "left-out", &["examples"]);
    has(&project, "classes", &["classes"]);
    project.residua("analyze").succeeds();
    project.residua("weave").succeeds();
    assert_eq!(project.java("-cp monitored app.Main").succeeds().stderr, "");
    let plan = project.read("residua-out/plan.json");
    assert!(!plan.contains("could not be read"), "{plan}");
}

/// A file that a missing library keeps from being compiled would keep every property from being
/// optimized. A file that declares another class than its name says has been compiled all the same.
#[test]
fn file_that_is_not_compiled_is_left_out_and_one_with_another_class_is_not() {
    let project = sessions();
    project.write(
        "src/app/Named.java",
        b"package app;\n\nclass Other { Session held = new Session(); }\n",
    );
    project.javac("src", "classes");
    project.write(
        "src/app/Mail.java",
        b"package app;\n\nclass Mail extends absent.Mailer { void send() { close(); } }\n",
    );
    let told = init(&project, "").succeeds().stdout;
    assert!(
        told.contains("not compiled, and so left out: src/app/Mail.java\n"),
        "{told}"
    );
    has(&project, "left-out", &["src/app/Mail.java"]);
    project.residua("analyze").succeeds();
    let plan: serde_json::Value =
        serde_json::from_str(&project.read("residua-out/plan.json")).expect("a plan");
    let sources = plan["sources"].to_string();
    assert!(
        sources.contains("app/Named.java") && !sources.contains("app/Mail.java"),
        "{sources}"
    );
    let run = project.residua("analyze --left-out src/app/Mial.java");
    run.fails_with(2, &["does not exist", "src/app/Mail.java"]);
}

#[test]
fn ant_tasks_that_have_not_run_are_left_out_where_others_have() {
    let project = moved_to("java");
    project.write("samples/one/Sample.java", b"class Sample {}\n");
    project.write(
        "build.xml",
        b"<project><javac srcdir='java' destdir='classes'/><javac srcdir='samples/one' destdir='made/samples'/></project>",
    );
    init(&project, "").succeeds();
    has(&project, "source", &["java", "samples/one"]);
    project.javac("java", "classes");
    let told = init(&project, "--force").succeeds().stdout;
    assert!(told.contains("left out: samples/one\n"), "{told}");
    has(&project, "source", &["java"]);
    has(&project, "classes", &["classes"]);
}

/// An example in a folder of the program is compiled with it, whether its own task has run or not,
/// and a task without a place of its own leaves classes beside the sources.
#[test]
fn ant_tasks_leave_out_nothing_that_another_one_has_compiled() {
    let project = moved_to("java");
    project.write(
        "java/samples/Sample.java",
        b"package samples;\n\nclass Sample {}\n",
    );
    project.write("tools/Tool.java", b"class Tool {}\n");
    project.write(
        "build.xml",
        b"<project><javac srcdir='java' destdir='made/classes'/><javac srcdir='tools'/>
            <javac srcdir='java/samples' destdir='made/samples'/></project>",
    );
    project.javac("java", "made/classes");
    project.javac("tools", "tools");
    let told = init(&project, "").succeeds().stdout;
    assert!(!told.contains("left out"), "{told}");
    has(&project, "source", &["java", "tools"]);
    has(&project, "classes", &["made/classes", "tools"]);
    assert_eq!(written(&project)["output"].as_str(), Some("made/monitored"));
}

/// A program that reads class files has some among its resources, and their sources beside them. A
/// package may be called so, too.
#[test]
fn classes_that_stand_with_resources_are_data() {
    let project = sessions();
    project.write(
        "data/src/resources/java/odd/Odd.java",
        b"package odd;\n\nclass Odd { not java }\n",
    );
    project.write(
        "data/src/resources/java/odd/module-info.java",
        b"module odd {}\n",
    );
    project.write("data/src/main/resources/odd/Odd.class", b"");
    let told = init(&project, "").succeeds().stdout;
    assert!(
        told.contains("0 folders of classes") && !told.contains("left out"),
        "{told}"
    );
    project.write(
        "src/resources/Texts.java",
        b"package resources;\n\nclass Texts {}\n",
    );
    project.javac("src", "classes");
    let told = init(&project, "--force").succeeds().stdout;
    assert!(
        told.contains("left out: data/src/resources/java\n"),
        "{told}"
    );
    has(&project, "source", &["src"]);
    has(&project, "classes", &["classes"]);
    let told = project.residua("analyze").succeeds();
    assert!(
        told.stderr.is_empty() || !told.stderr.contains("warning"),
        "{}",
        told.stderr
    );
}

/// Small programs keep the files of a package in a folder of any name; classes stand where the
/// package says.
#[test]
fn classes_are_found_though_sources_do_not_stand_in_their_package() {
    let project = sessions();
    for file in ["Main.java", "Session.java"] {
        project.write(file, project.read(&format!("src/app/{file}")).as_bytes());
    }
    std::fs::remove_dir_all(project.path("src")).expect("folders can be removed");
    project
        .run("javac", "-g -d classes Main.java Session.java")
        .succeeds();
    init(&project, "").succeeds();
    has(&project, "source", &["."]);
    has(&project, "classes", &["classes"]);
    project.residua("analyze").succeeds();
    project.residua("weave").succeeds();
    assert_eq!(project.java("-cp monitored app.Main").succeeds().stderr, "");
}

/// Tasks of one build file may compile a folder and a folder around it.
#[test]
fn source_folder_around_another_one_goes_unless_it_has_more_that_is_compiled() {
    let project = moved_to("java");
    project.write(
        "samples/Sample.java",
        b"package samples;\n\nclass Sample {}\n",
    );
    let around = "<javac srcdir='${basedir}' includes='samples/**' destdir='made/classes'/>";
    let launches = "<java classname='app.Main'/>";
    let script = format!(
        "<project><javac srcdir='java' destdir='made/classes'/>{around}{launches}</project>"
    );
    project.write("build.xml", script.as_bytes());
    init(&project, "").succeeds();
    has(&project, "source", &["."]);
    project.javac("java", "made/classes");
    let told = init(&project, "--force").succeeds().stdout;
    assert!(
        told.contains("left out: samples\n")
            && told.contains("begins in 1 `main` method: app.Main\n"),
        "{told}"
    );
    has(&project, "source", &["java"]);
    project.residua("analyze").succeeds();
    project.javac("samples", "made/classes");
    init(&project, "--force").succeeds();
    has(&project, "source", &["."]);
    project.residua("analyze").succeeds();
}

/// Some builds copy the sources before they compile them.
#[test]
fn copies_of_sources_are_not_read_beside_them() {
    let project = sessions();
    let copy = |file: &str| {
        project.write(
            &format!("tmp/src/app/{file}"),
            project.read(&format!("src/app/{file}")).as_bytes(),
        )
    };
    ["Main.java", "Session.java"]
        .iter()
        .for_each(|file| copy(file));
    project.write("src/app/Tool.java", b"package app;\n\nclass Tool {}\n");
    project.javac("tmp/src", "classes");
    let told = init(&project, "").succeeds().stdout;
    assert!(
        told.contains("not compiled, and so left out: src/app/Tool.java\n"),
        "{told}"
    );
    has(&project, "source", &["src"]);
    let told = project.residua("analyze").succeeds();
    assert!(!told.stderr.contains("more than once"), "{}", told.stderr);
    project.write("tmp/src/app/Main.java", b"package app;\n\nclass Main {}\n");
    init(&project, "--force").succeeds();
    has(&project, "source", &["src", "tmp/src"]);
}

#[test]
fn build_file_that_finds_no_sources_leaves_them_to_the_next_one() {
    let project = sessions();
    project.write("make/build.gradle", b"apply plugin: 'base'\n");
    project.write(
        "make/build.xml",
        b"<project basedir='..'><javac srcdir='src' destdir='classes'/></project>",
    );
    project.javac("src", "classes");
    let told = project.residua_in("make", "init").succeeds().stdout;
    assert!(
        told.starts_with("Ant project: 1 folder of sources, 1 folder of classes"),
        "{told}"
    );
    project.residua_in("make", "analyze").succeeds();
}

#[test]
fn folder_of_classes_without_a_class_is_still_to_be_compiled() {
    let project = moved_to("src/main/java");
    project.write(
        "pom.xml",
        b"<project><groupId>g</groupId><artifactId>a</artifactId><version>1</version></project>",
    );
    std::fs::create_dir_all(project.path("target/classes")).expect("folders can be made");
    let told = init(&project, "").succeeds().stderr;
    assert!(told.contains("next: compile the project, then"), "{told}");
    project.residua("weave").fails_with(
        2,
        &[
            "`residua-out/plan.json` does not exist",
            "run `residua analyze` first",
        ],
    );
    project.residua("analyze").succeeds();
    let refused = [
        "error[no-classes]",
        "`target/classes`",
        "compile the project first",
    ];
    project.residua("weave").fails_with(2, &refused);
    assert!(!project.path("target/monitored").exists());
    project
        .residua("measure -- java -cp target/classes app.Main")
        .fails_with(2, &refused);
    std::fs::remove_dir(project.path("target/classes")).expect("folders can be removed");
    project
        .residua("weave")
        .fails_with(2, &["does not exist", "compile the project first"]);
}

/// Folders called like those that builds make are packages, too.
#[test]
fn main_is_named_wherever_the_analysis_reads_it() {
    let project = sessions();
    project.write(
        "src/app/build/Other.java",
        b"package app.build;\n\nclass Other { public static void main(String[] a) {} }\n",
    );
    let told = init(&project, "").succeeds().stdout;
    assert!(
        told.contains("begins in 2 `main` methods: app.Main, app.build.Other\n"),
        "{told}"
    );
}

/// The call of the program in the left-out file was not analysed. To the plan nobody sends on a
/// session that is not open.
#[test]
fn class_of_a_source_that_is_left_out_is_told_and_not_woven() {
    let project = sessions();
    let use_of = b"    static void late(Session session) { session.send(2); }\n";
    let main = project.read("src/app/Main.java");
    let end = main.rfind('}').expect("a class");
    project.write(
        "src/app/Main.java",
        [&main.as_bytes()[..end], use_of, b"}\n"]
            .concat()
            .as_slice(),
    );
    project.javac("src", "classes");
    let late = "package app;\n\nclass Late { public static void main(String[] a) { Main.late(new Session()); } }\n";
    project.write("src/app/Tool.java", late.as_bytes());
    let told = init(&project, "").succeeds().stdout;
    assert!(told.contains("left out: src/app/Tool.java\n"), "{told}");
    project.residua("analyze").succeeds();
    let plan: serde_json::Value =
        serde_json::from_str(&project.read("residua-out/plan.json")).expect("a plan");
    let assumptions = plan["assumptions"].as_array().expect("a list").iter();
    let of_file: Vec<_> = assumptions
        .filter(|assumption| assumption["file"] == "src/app/Tool.java")
        .collect();
    assert!(
        matches!(of_file[..], [one] if one["id"] == "sources-are-complete"),
        "{plan}"
    );
    project.residua("weave").succeeds();
    project.javac("src", "classes");
    let refused = [
        "error[left-out-but-compiled]",
        "`app.Late`",
        "src/app/Tool.java",
    ];
    project.residua("weave --force").fails_with(2, &refused);
    project
        .residua("measure -- java -cp {classes} app.Main")
        .fails_with(2, &refused);
    let configuration = project
        .read("residua.toml")
        .replace("left-out =", "# left-out =");
    project.write("residua.toml", configuration.as_bytes());
    project.residua("analyze").succeeds();
    project.residua("weave").succeeds();
    let told = project.java("-cp monitored app.Late").succeeds().stderr;
    assert!(
        told.starts_with("residua: violation of lifecycle in early by send at app/Main.java:"),
        "{told}"
    );
}

/// Some keep the build file apart from what it builds, and name folders by what is only known when
/// it runs.
#[test]
fn sources_of_an_ant_project_are_looked_for_in_its_base() {
    let project = sessions();
    project.write(
        "build/build.xml",
        b"<project basedir='..'><javac srcdir='${chosen}' destdir='classes'/></project>",
    );
    project.javac("src", "classes");
    project.residua_in("build", "init").succeeds();
    let table: toml::Table =
        toml::from_str(&project.read("build/residua.toml")).expect("a configuration");
    let first = |key: &str| {
        table[key]
            .as_array()
            .and_then(|list| list[0].as_str())
            .expect("a path")
            .to_owned()
    };
    assert_eq!(
        [first("source"), first("classes")],
        ["../src", "../classes"]
    );
    project.residua_in("build", "analyze").succeeds();
}

#[test]
fn folder_of_properties_stands_for_its_files() {
    let project = sessions();
    let property = project.read("session.yaml");
    project.write("rules/a.yaml", property.as_bytes());
    project.write("rules/b.yaml", property.as_bytes());
    project.write("ci/pipeline.yaml", b"stages: [build]\n");
    init(&project, "").succeeds();
    has(&project, "property", &["session.yaml", "rules"]);
}

/// A program whose class files say that they come from `MainOf.kt` and `SessionOf.kt`, in a folder
/// of Kotlin sources: the names are as long as those of the Java sources that were compiled.
fn kotlin(build: &str, classes: &str) -> Project {
    let project = sessions();
    let place = "src/main/kotlin/app";
    std::fs::create_dir_all(project.path(place)).expect("folders can be made");
    project.javac("src", classes);
    for (class, source) in [("Main", "Main1.kt"), ("Session", "Session1.kt")] {
        let text = project.read(&format!("src/app/{class}.java"));
        project.write(
            &format!("{place}/{source}"),
            text.replace(';', "").as_bytes(),
        );
        let file = format!("{classes}/app/{class}.class");
        let mut bytes = std::fs::read(project.path(&file)).expect("a class file");
        let name = format!("{class}.java");
        let at = bytes
            .windows(name.len())
            .position(|part| part == name.as_bytes());
        let at = at.expect("the name of the source");
        bytes.splice(at..at + name.len(), source.bytes());
        // The length of the constant stands before it.
        bytes[at - 1] = u8::try_from(source.len()).expect("a short name");
        project.write(&file, &bytes);
    }
    std::fs::remove_dir_all(project.path("src/app")).expect("folders can be removed");
    if !build.is_empty() {
        project.write(build, b"");
    }
    project
}

#[test]
fn kotlin_project_is_found_by_its_class_files() {
    for (build, classes) in [
        ("", "any/where"),
        ("build.gradle.kts", "build/classes/kotlin/main"),
    ] {
        let project = kotlin(build, classes);
        let told = init(&project, "").succeeds().stdout;
        has(&project, "source", &["src/main/kotlin"]);
        has(&project, "classes", &[classes]);
        for text in [
            "also there: 2 Kotlin files, analyzed from class files\n",
            "app.Main",
        ] {
            assert!(told.contains(text), "{text}\n{told}");
        }
        let analysis = project.residua("analyze --entry app.Main.main").succeeds();
        assert!(analysis.stdout.contains("transitions"), "{analysis:?}");
        let explained = project.residua("explain src/main/kotlin/app/Main1.kt:6");
        assert!(explained.stdout.contains("Main1.kt:6"), "{explained:?}");
        project.residua("weave").succeeds();
    }
}

#[test]
fn kotlin_project_that_is_not_compiled_waits_for_that() {
    for (build, expected) in [
        ("build.gradle.kts", &["build/classes/kotlin/main"][..]),
        ("pom.xml", &["target/classes"]),
        ("build.sbt", &[]),
    ] {
        let project = kotlin("", "made");
        std::fs::remove_dir_all(project.path("made")).expect("folders can be removed");
        let text: &[u8] = if build == "pom.xml" {
            b"<project><groupId>g</groupId><artifactId>a</artifactId><version>1</version></project>"
        } else {
            b""
        };
        project.write(build, text);
        let run = init(&project, "").succeeds();
        let told = run.stdout + &run.stderr;
        has(&project, "source", &["src/main/kotlin"]);
        has(&project, "classes", expected);
        for text in ["`residua init --force`", "next: compile the project"] {
            assert!(told.contains(text), "{build}: {text}\n{told}");
        }
        let code = if expected.is_empty() {
            "no-sources"
        } else {
            "no-classes"
        };
        let run = project.residua("analyze");
        assert!(
            run.status == 2 && run.stderr.contains(code),
            "{build}: {run:?}"
        );
    }
}

#[test]
fn scala_classes_are_found_by_the_version_of_scala() {
    let project = kotlin("", "made");
    std::fs::remove_dir_all(project.path("made")).expect("folders can be removed");
    std::fs::rename(
        project.path("src/main/kotlin"),
        project.path("src/main/scala"),
    )
    .expect("folders can be moved");
    for name in ["Main1", "Session1"] {
        let place = format!("src/main/scala/app/{name}");
        let text = project.read(&format!("{place}.kt"));
        project.write(&format!("{place}.scala"), text.as_bytes());
        std::fs::remove_file(project.path(&format!("{place}.kt"))).expect("files can be removed");
    }
    let jar = "home/.cache/coursier/v1/https/host/maven2/org/example/own_2.13/1.0/own_2.13-1.0.jar";
    project.write(jar, b"");
    project.write(
        "build.sbt",
        b"scalaVersion := \"2.13.14\"\nlibraryDependencies += \"org.example\" %% \"own\" % \"1.0\"\n",
    );
    let told = init(&project, "").succeeds().stdout;
    assert!(told.starts_with("sbt project: "), "{told}");
    assert!(
        told.contains("org.scala-lang:scala-library:2.13.14\n"),
        "{told}"
    );
    has(&project, "source", &["src/main/scala"]);
    has(&project, "classes", &["target/scala-2.13/classes"]);
    has(&project, "classpath", &[&jar.replace("home/", "~/")]);
}

#[test]
fn class_files_alone_are_a_program() {
    let project = sessions();
    project.javac("src", "made");
    std::fs::remove_dir_all(project.path("src")).expect("folders can be removed");
    let told = init(&project, "").succeeds().stdout;
    assert!(told.contains("app.Main"), "{told}");
    has(&project, "source", &[]);
    has(&project, "classes", &["made"]);
    project.residua("analyze --entry app.Main.main").succeeds();
}

#[test]
fn configuration_that_is_there_is_not_lost() {
    let project = sessions();
    project.write("residua.toml", b"# mine\n");
    init(&project, "").fails_with(2, &["error[there-already]", "`--force` replaces it"]);
    assert_eq!(project.read("residua.toml"), "# mine\n");
    init(&project, "--force").succeeds();
    has(&project, "source", &["src"]);
}

#[test]
fn folder_that_is_no_project_is_refused() {
    let project = Project::new("//- notes.txt\nnothing\n");
    init(&project, "").fails_with(2, &["error[no-sources]"]);
    init(&project, "nowhere").fails_with(2, &["the project folder `nowhere` does not exist"]);
    assert_eq!(project.names("."), ["notes.txt"]);
}

#[test]
fn build_file_that_is_no_xml_is_shown_where_it_breaks() {
    let project = sessions();
    project.write("pom.xml", b"<project>\n  <modules>\n</project>\n");
    init(&project, "").fails_with(2, &["error[build-file]", "pom.xml:3:"]);
    assert!(!project.path("residua.toml").exists());
}

#[test]
fn configuration_of_the_current_folder_alone_is_used() {
    let project = sessions();
    init(&project, "").succeeds();
    project.residua("analyze --out elsewhere").succeeds();
    assert_eq!(
        project.names("elsewhere"),
        [
            "inputs.json",
            "plan.json",
            "report.html",
            "session.residual.yaml"
        ]
    );
    let inner = Project::new("");
    let above: PathBuf = inner.path("residua.toml");
    std::fs::copy(project.path("residua.toml"), above).expect("files can be copied");
    let folder = inner.path("inner");
    std::fs::create_dir(&folder).expect("folders can be made");
    let run = inner.residua_in("inner", "analyze");
    run.fails_with(2, &["no program to analyse", "`residua init`"]);
}
