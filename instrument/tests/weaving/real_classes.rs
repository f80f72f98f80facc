//! Class files that other people's compilers made: woven, each of them still loads and passes the
//! verifier, and `javap` reads it.
//!
//! The jars are named by the environment variable `RESIDUA_JARS`, separated as in a class path;
//! what they need besides, by `RESIDUA_CLASSPATH`: `RESIDUA_JARS=a.jar:b.jar cargo test -p
//! instrument --test weaving -- real_classes:: --ignored --nocapture`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::{Fixture, HAS_NEXT};
use instrument::weave::{WeaveReport, weave};

/// Links every class of the jars, whose names come as arguments after a class path, together with
/// that class path, and prints for each what came of it.
const LOADER: &str = "
//- Main.java
import java.io.File;
import java.net.*;
import java.nio.file.*;
import java.util.*;
import java.util.jar.*;
public class Main {
    public static void main(String[] jars) throws Exception {
        List<URL> urls = new ArrayList<>();
        Set<String> names = new TreeSet<>();
        for (String jar : Arrays.asList(jars).subList(1, jars.length)) {
            urls.add(new File(jar).toURI().toURL());
            try (JarFile file = new JarFile(jar)) {
                for (Enumeration<JarEntry> e = file.entries(); e.hasMoreElements(); ) {
                    String name = e.nextElement().getName();
                    if (name.endsWith(\".class\") && !name.startsWith(\"META-INF/\") && !name.endsWith(\"-info.class\")) {
                        names.add(name.substring(0, name.length() - 6).replace('/', '.'));
                    }
                }
            }
        }
        for (String jar : jars[0].split(File.pathSeparator)) {
            if (!jar.isEmpty()) urls.add(new File(jar).toURI().toURL());
        }
        ClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
        for (String name : names) System.out.println(name + \"\\t\" + link(name, loader));
    }
    static String link(String name, ClassLoader loader) {
        try {
            // Asks for fields, as weaving adds none: methods may name types that are not there.
            Class.forName(name, false, loader).getDeclaredFields();
            return \"ok\";
        } catch (Throwable thrown) {
            return thrown.getClass().getSimpleName() + \" \" + thrown.getMessage();
        }
    }
}
";

/// Every call of any method and constructor, with what it returns, and every body on each of its
/// ways.
const EVERYTHING: &str = "
//- p.yaml
events:
  called: call *.*(..) target Object t returning(Object r)
  failed: call *.*(..) throwing(Throwable x)
  made: call new *(..) returning(Object r)
  entered: execution *.*(..)
  left: execution *.*(..) returning(Object r)
  thrown: execution *.*(..) throwing(Throwable x)
properties:
  Everything:
    states: {b: initial bad}
    transitions:
      - b -> b: [called, failed, made, entered, left, thrown]
";

fn jars(variable: &str) -> Vec<PathBuf> {
    let named = std::env::var_os(variable).unwrap_or_default();
    std::env::split_paths(&named)
        .filter(|jar| !jar.as_os_str().is_empty())
        .collect()
}

/// What linking each class gave, by name. The jars stand in a folder of their own, where no
/// manifest's class path leads anywhere: the woven jar has one manifest.
fn linked(loader: &Path, jars: &[PathBuf], class_path: &[PathBuf]) -> BTreeMap<String, String> {
    let alone = tempfile::tempdir().unwrap();
    let copy = |(n, jar): (usize, &PathBuf)| {
        let copy = alone.path().join(format!("{n}.jar"));
        fs::copy(jar, &copy).unwrap();
        copy
    };
    let jars: Vec<PathBuf> = jars.iter().enumerate().map(copy).collect();
    let run = Command::new("java")
        .args([
            "-Xverify:all",
            "-XX:-PrintWarnings",
            "-XX:TieredStopAtLevel=1",
            "-cp",
        ])
        .arg(loader)
        .arg("Main")
        .arg(std::env::join_paths(class_path).unwrap())
        .args(jars)
        .output()
        .unwrap();
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    let text = String::from_utf8(run.stdout).unwrap();
    let row = |line: &str| {
        line.split_once('\t')
            .map(|(name, outcome)| (name.to_owned(), outcome.to_owned()))
            .unwrap()
    };
    text.lines().map(row).collect()
}

/// Has `javap` print all of each class. It may say that a file holds a class of another name, and
/// nothing else.
fn assert_javap_reads(jar: &Path, names: &[&String]) {
    for batch in names.chunks(1000) {
        let mut javap = Command::new("javap");
        javap
            .args(["-p", "-v", "-cp"])
            .arg(jar)
            .args(batch)
            .stdout(Stdio::null());
        let said = javap.stderr(Stdio::piped()).output().unwrap();
        let text = String::from_utf8_lossy(&said.stderr);
        let other = text
            .lines()
            .find(|line| !line.contains("does not contain class"));
        assert!(said.status.success() && other.is_none(), "{other:?}");
    }
}

/// Weaves all jars into one; gives what weaving did, and checks that each class links as it did
/// before.
fn woven_classes_link_as_before(property: &str) -> WeaveReport {
    let fixture = Fixture::new(&format!("{property}{LOADER}"), &[]);
    let (jars, class_path) = (jars("RESIDUA_JARS"), jars("RESIDUA_CLASSPATH"));
    let mut request = fixture.request(true);
    request.classes = jars.clone();
    request.class_path = class_path.clone();
    request.output = fixture.path("woven.jar");
    let begun = std::time::Instant::now();
    let report = weave(&request).unwrap_or_else(|error| panic!("{error}"));
    let took = begun.elapsed();
    let before = linked(&fixture.path("classes"), &jars, &class_path);
    let after = linked(
        &fixture.path("classes"),
        &[request.output.clone()],
        &class_path,
    );
    // Which of several missing classes is asked for first depends on the order of methods.
    let kind = |outcome: &String| outcome.split(' ').next().map(str::to_owned);
    let is_same = |name: &String, outcome: &String| after.get(name).and_then(kind) == kind(outcome);
    let differing: Vec<_> = before
        .iter()
        .filter(|&(name, outcome)| !is_same(name, outcome))
        .collect();
    let shown: Vec<String> = differing
        .iter()
        .take(20)
        .map(|(n, was)| format!("{n}: {was}, {:?}", after.get(*n)))
        .collect();
    let good = before
        .keys()
        .filter(|&name| after.get(name).is_some_and(|outcome| outcome == "ok"))
        .count();
    let tally: Vec<String> = report
        .properties
        .iter()
        .map(|(name, tally)| format!("{name} {tally:?}"))
        .collect();
    println!(
        "{} jars, {} classes ({} changed, {} not), {good} of {} link, {took:?}; {}",
        jars.len(),
        report.changed_classes + report.unchanged_classes,
        report.changed_classes,
        report.unchanged_classes,
        before.len(),
        tally.join(", ")
    );
    assert!(good > 0 && report.changed_classes > 0, "nothing was tested");
    assert_javap_reads(&request.output, &after.keys().collect::<Vec<_>>());
    assert!(
        differing.is_empty(),
        "{} classes link differently: {shown:#?}",
        differing.len()
    );
    report
}

#[test]
#[ignore = "needs jars: RESIDUA_JARS"]
fn classes_with_monitored_iterators_verify() {
    woven_classes_link_as_before(HAS_NEXT);
}

#[test]
#[ignore = "needs jars: RESIDUA_JARS"]
fn classes_with_everything_monitored_verify() {
    woven_classes_link_as_before(EVERYTHING);
}
