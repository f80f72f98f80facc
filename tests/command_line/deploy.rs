//! The rows of the deploy page of the book: each way to deploy, with the woven program run that way.

use std::process::Command;

use super::{repository, uncertain};
use test_support::{Project, Run};

const REPORT: &str = "residua: violation of lifecycle in early by send at app/Main.java:7";

const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// A program that sends in a session that is not open if it gets no argument; compiled to `classes`
/// and analyzed.
fn analyzed() -> Project {
    let project = uncertain();
    project.javac("src", "classes");
    project
        .residua("analyze --source src --property session.yaml")
        .succeeds();
    project
}

fn weave(project: &Project, arguments: &str) -> Run {
    project
        .residua(&format!("weave --plan residua-out/plan.json {arguments}"))
        .succeeds()
}

/// Unpacks an archive into the folder `unpacked/NAME`, and returns that.
fn unpacked(project: &Project, archive: &str) -> String {
    let folder = format!("unpacked/{archive}");
    std::fs::create_dir_all(project.path(&folder)).expect("folders can be made");
    let mut jar = Command::new("jar");
    jar.arg("xf").arg(project.path(archive));
    let run = jar.current_dir(project.path(&folder)).status();
    assert!(run.expect("a JDK").success(), "{archive}");
    folder
}

fn text_of(file: &str) -> String {
    std::fs::read_to_string(repository().join(file)).expect("a file of the repository")
}

#[test]
fn licences_travel_with_the_runtime_library() {
    let project = analyzed();
    project.jar("classes", "app.jar");
    weave(&project, "--classes classes -o woven");
    weave(&project, "--classes app.jar -o woven.jar");
    weave(
        &project,
        "--classes classes -o beside/woven --runtime separate",
    );
    let outputs = [
        "woven".to_owned(),
        unpacked(&project, "woven.jar"),
        unpacked(&project, "beside/residua-runtime.jar"),
    ];
    for (output, licence) in outputs
        .iter()
        .flat_map(|output| LICENCES.map(|name| (output, name)))
    {
        let text = project.read(&format!("{output}/META-INF/residua/{licence}"));
        assert_eq!(text, text_of(licence), "{output}");
    }
    assert_eq!(project.names("beside/woven"), ["app"]);
}

#[test]
fn licence_of_the_program_is_not_replaced() {
    let project = analyzed();
    let own = "META-INF/residua/LICENSE-MIT";
    project.write(&format!("classes/{own}"), b"of the program");
    project.write("classes/META-INF/LICENSE", b"of the program, too");
    weave(&project, "--classes classes -o woven");
    weave(&project, "--classes classes -o woven.jar");
    for output in ["woven".to_owned(), unpacked(&project, "woven.jar")] {
        let read = |name: &str| project.read(&format!("{output}/{name}"));
        assert_eq!(read(own), "of the program");
        assert_eq!(read("META-INF/LICENSE"), "of the program, too");
        assert_eq!(
            project.names(&format!("{output}/META-INF/residua")),
            LICENCES
        );
    }
}

/// A program without a monitored call gets no runtime library, so it gets no licence of it.
#[test]
fn output_without_monitors_has_no_licences() {
    let project = super::sessions();
    project.javac("src", "classes");
    project
        .residua("analyze --source src --property session.yaml")
        .succeeds();
    weave(&project, "--classes classes --no-tripwires -o woven");
    assert_eq!(project.names("woven"), ["app"]);
}

#[test]
fn jar_keeps_its_manifest_and_loses_its_signature() {
    let project = analyzed();
    let jar = "--create --file app.jar --main-class app.Main -C classes .";
    project.run("jar", jar).succeeds();
    let store = "-keystore store -storepass secret";
    let key = format!("-genkeypair {store} -alias key -keyalg EC -dname CN=test");
    project.run("keytool", &key).succeeds();
    project
        .run("jarsigner", &format!("{store} app.jar key"))
        .succeeds();

    let run = weave(&project, "--classes app.jar -o woven.jar");
    assert!(run.stderr.contains("signature"), "{}", run.stderr);
    assert!(project.java("-jar woven.jar").stderr.starts_with(REPORT));
    let entries = project.run("jar", "tf woven.jar").succeeds().stdout;
    assert!(entries.starts_with("META-INF/MANIFEST.MF\n"), "{entries}");
    assert!(!entries.contains(".SF\n"), "{entries}");
}

#[test]
fn module_runs_from_its_module_path() {
    let project = uncertain();
    project.write(
        "src/module-info.java",
        b"module shop {\n    exports app;\n}\n",
    );
    project.javac("src", "classes");
    project.jar("classes", "app.jar");
    project
        .residua("analyze --source src --property session.yaml")
        .succeeds();
    weave(&project, "--classes app.jar -o woven.jar");
    let run = project.java("-p woven.jar -m shop/app.Main");
    assert!(run.stderr.starts_with(REPORT), "{run:?}");
    let module = project.run("jar", "--describe-module --file woven.jar");
    assert!(module.succeeds().stdout.contains("exports app"));
}

/// The list of packages stays: without it, the virtual machine would find a class that is in no
/// package, which it allows in no module.
#[test]
fn module_with_a_class_in_no_package_runs() {
    let project = uncertain();
    let declaration = b"module shop {\n    exports app;\n}\n";
    project.write("src/module-info.java", declaration);
    project.javac("src", "classes");
    project.write("top/Top.java", b"class Top { }\n");
    project.run("javac", "-d classes top/Top.java").succeeds();
    project.jar("classes", "app.jar");
    project
        .residua("analyze --source src --property session.yaml")
        .succeeds();
    let run = project.java("-p app.jar -m shop/app.Main");
    assert!(run.stderr.is_empty(), "{run:?}");
    weave(&project, "--classes app.jar -o woven.jar");
    let run = project.java("-p woven.jar -m shop/app.Main");
    assert!(run.stderr.starts_with(REPORT), "{run:?}");
}

/// The tool `jar` lists the packages of a module, also where only later releases see a module.
#[test]
fn module_of_later_releases_finds_its_monitors() {
    let project = analyzed();
    let declaration = "src-9/module-info.java";
    project.write(declaration, b"module shop {\n    exports app;\n}\n");
    project
        .run(
            "javac",
            &format!("--patch-module shop=classes -d classes-9 {declaration}"),
        )
        .succeeds();
    let jar = "--create --file app.jar -C classes . --release 9 -C classes-9 .";
    project.run("jar", jar).succeeds();
    weave(&project, "--classes app.jar -o woven.jar");
    let run = project.java("-p woven.jar -m shop/app.Main");
    assert!(run.stderr.starts_with(REPORT), "{run:?}");
    let beside = weave(
        &project,
        "--classes app.jar -o beside.jar --runtime separate",
    );
    assert!(beside.stderr.contains("module"), "{}", beside.stderr);
}

/// A library in the same jar sends after the program has closed the session.
const COURIER: &str = "package lib;

public class Courier {
    public static void deliver(app.Session session) {
        session.send(2);
    }
}
";

#[test]
fn jar_with_libraries_in_it_is_monitored_in_all_of_them() {
    let project = super::sessions();
    super::changed(
        &project,
        "src/app/Main.java",
        "session.close();",
        "session.close();\n        if (args.length == 0) lib.Courier.deliver(session);",
    );
    project.write("lib/lib/Courier.java", COURIER.as_bytes());
    project
        .javac_with(&["src", "lib"], "classes", "")
        .succeeds();
    let jar = "--create --file all.jar --main-class app.Main -C classes .";
    project.run("jar", jar).succeeds();
    project
        .residua("analyze --source src --classes all.jar --property session.yaml")
        .succeeds();
    weave(&project, "--classes all.jar -o woven.jar");
    let run = project.java("-jar woven.jar");
    let report = "violation of lifecycle in early by send at lib/Courier.java:5";
    assert!(run.stderr.contains(report), "{run:?}");
    assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
}

/// A program for Android before `d8`: the platform makes the activity and calls its methods.
const ACTIVITY: &str = "
//- android/android/app/Activity.java
package android.app;

public class Activity {
    protected void onCreate() { }
}
//- src/app/MainActivity.java
package app;

public class MainActivity extends android.app.Activity {
    private final Session session = new Session();

    @Override
    protected void onCreate() {
        session.send(1);
    }
}
";

/// Java 8 is the most that `d8` takes for all devices. The packages are those that Android has, too.
#[test]
fn class_files_for_android_need_java_8_alone() {
    let project = Project::new(&format!("{}{ACTIVITY}", super::SESSIONS));
    std::fs::remove_file(project.path("src/app/Main.java")).expect("files can be removed");
    let javac = |arguments: &str| project.run("javac", arguments).succeeds();
    javac("-nowarn --release 8 -g -d platform android/android/app/Activity.java");
    project.jar("platform", "android.jar");
    let sources = "src/app/Session.java src/app/MainActivity.java";
    javac(&format!(
        "-nowarn --release 8 -g -cp android.jar -d classes {sources}"
    ));

    project
        .residua(
            "analyze --source src --property session.yaml --classpath android.jar \
             --entry app.MainActivity.on*",
        )
        .succeeds();
    weave(
        &project,
        "--classes classes --classpath android.jar -o woven",
    );
    for class in project.files("woven", "class") {
        let bytes = std::fs::read(&class).expect("a class file");
        let major = u16::from_be_bytes([bytes[6], bytes[7]]);
        assert!(major <= 52, "{}: {major}", class.display());
    }

    let dependencies = project
        .run("jdeps", "-cp android.jar woven")
        .succeeds()
        .stdout;
    let known = [
        "java.io",
        "java.lang",
        "java.lang.invoke",
        "java.lang.ref",
        "java.lang.reflect",
        "java.util",
        "java.util.concurrent",
        "java.util.concurrent.atomic",
        "java.util.function",
    ];
    let packages = dependencies
        .lines()
        .filter_map(|line| line.split("-> ").nth(1));
    let packages = packages.filter_map(|rest| rest.split_whitespace().next());
    let unknown: Vec<&str> = packages
        .filter(|package| package.starts_with("java.") && *package != "java.base")
        .filter(|package| !known.contains(package))
        .collect();
    assert_eq!(unknown, [""; 0], "{dependencies}");
}

/// Two builds in two folders.
#[test]
fn equal_input_is_woven_to_equal_bytes() {
    let outputs = [(); 2].map(|()| {
        let project = analyzed();
        weave(&project, "--classes classes -o woven");
        weave(&project, "--classes classes -o folder.jar");
        weave(
            &project,
            "--classes classes -o beside/woven --runtime separate",
        );
        let mut files = project.files("woven", "class");
        files.extend(
            [
                "folder.jar",
                "beside/residua-runtime.jar",
                "residua-out/plan.json",
            ]
            .map(|file| project.path(file)),
        );
        files.sort();
        let root = project.path("");
        let read = |file: std::path::PathBuf| {
            let name = file.strip_prefix(&root).expect("a path below").to_owned();
            (name, std::fs::read(file).expect("a file"))
        };
        files.into_iter().map(read).collect::<Vec<_>>()
    });
    let [first, second] = outputs;
    let names = |files: &[(std::path::PathBuf, Vec<u8>)]| -> Vec<_> {
        files.iter().map(|(name, _)| name.clone()).collect()
    };
    assert_eq!(names(&first), names(&second));
    for ((name, first), (_, second)) in first.iter().zip(&second) {
        assert!(first == second, "{} differs", name.display());
    }
}

/// The parts of crates' names that open connections or transfer files.
const OF_NETWORKS: [&str; 12] = [
    "async-std",
    "attohttpc",
    "curl",
    "hyper",
    "isahc",
    "mio",
    "native-tls",
    "reqwest",
    "rustls",
    "socket2",
    "tokio",
    "ureq",
];

/// No crate of the command is for networks, and none of its sources opens a connection. So nothing is fetched, and
/// nothing is sent to anybody.
#[test]
fn neither_the_command_nor_the_runtime_opens_a_connection() {
    let root = repository();
    let lock = text_of("Cargo.lock");
    let crates: Vec<&str> = lock
        .lines()
        .filter_map(|line| line.strip_prefix("name = \""))
        .map(|rest| rest.trim_end_matches('"'))
        .collect();
    assert!(crates.contains(&"clap"));
    let of_networks: Vec<&&str> = crates
        .iter()
        .filter(|name| OF_NETWORKS.contains(name))
        .collect();
    assert_eq!(of_networks, [&""; 0]);

    let folders = [
        "src",
        "date",
        "analyzer/src",
        "instrument/src",
        "instrument/runtime",
    ];
    let files = folders
        .iter()
        .flat_map(|folder| walkdir::WalkDir::new(root.join(folder)));
    let mut read = 0;
    for file in files.flatten().filter(|file| file.file_type().is_file()) {
        let ending = file.path().extension().and_then(|ending| ending.to_str());
        let words = match ending {
            Some("rs") => ["std::net", "TcpStream"],
            Some("java") => ["java.net.", "java.nio.channels"],
            _ => continue,
        };
        let text = std::fs::read_to_string(file.path()).expect("a source");
        let is_of_networks = |line: &&str| words.iter().any(|word| line.contains(word));
        let found = text.lines().find(is_of_networks);
        assert_eq!(found, None, "{}", file.path().display());
        read += 1;
    }
    assert!(read > 100, "{read} sources");
}

/// `unshare` gives a command a network of its own, without a way out.
#[test]
#[ignore = "needs unshare, and the right to use it"]
fn all_steps_work_without_a_network() {
    let project = uncertain();
    project.javac("src", "classes");
    let cache = project.path("cache");
    let command = test_support::residua_path();
    let alone = |arguments: &str| {
        let mut unshare = Command::new("unshare");
        unshare.args(["--net", "--map-root-user"]).arg(&command);
        unshare
            .args(arguments.split(' '))
            .env("RESIDUA_CACHE", &cache);
        project.command(&mut unshare).succeeds()
    };
    alone("init");
    alone("analyze --source src --property session.yaml");
    alone("weave --plan residua-out/plan.json --classes classes -o woven");
    assert!(
        project
            .java("-cp woven app.Main")
            .stderr
            .starts_with(REPORT)
    );
}

/// The cells of the first column of a table, which begins behind a head.
fn first_column(text: &str, head: &str) -> Vec<String> {
    let (_, table) = text.split_once(head).expect("a table");
    let rows = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with("| "));
    rows.map(|row| row.split('|').nth(1).expect("a cell").trim().to_owned())
        .collect()
}

#[test]
fn each_row_of_the_page_has_tests_that_exist() {
    let page = text_of("docs/book/src/deploy.md");
    let evidence = text_of("docs/evidence.md");
    let mut rows = first_column(&page, "| what you deploy | what you do |");
    rows.extend(["without a network", "reproducible builds"].map(str::to_owned));
    let head = "| what is deployed | tests |";
    assert_eq!(first_column(&evidence, head), rows);

    let (_, table) = evidence.split_once(head).expect("the table");
    let tests = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with("| "));
    for row in tests {
        let cell = row.split('|').nth(2).expect("a cell");
        for test in cell.split("<br>") {
            let (file, rest) = test.trim().split_once(": ").expect("a file and a function");
            let end = |c: char| !c.is_alphanumeric() && c != '_';
            let function = rest.split(end).next().expect("a function");
            let text = text_of(file);
            // Some functions are made by a macro, from their name and a folder of cases.
            let found = text.contains(&format!("fn {function}("))
                || text.contains(&format!("{function}: \""));
            assert!(found, "{file} has no test {function}");
        }
    }
}
