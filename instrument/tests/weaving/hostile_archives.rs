//! Jars that are made to do harm: nothing is written outside the output, memory stays bounded, and
//! the message names the entry.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use crate::support::Fixture;
use instrument::weave::{Notice, weave};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

const FIXTURE: &str = "
//- p.yaml
events: {go: call Main.go()}
properties:
  P:
    states: {b: initial bad}
    transitions:
      - b -> b: go
//- Main.java
public class Main {
    static void go() {}
    public static void main(String[] args) { go(); }
}
";

type Writer = ZipWriter<File>;

/// A jar with the fixture's classes, and what `add` puts behind them.
fn jar(fixture: &Fixture, add: impl FnOnce(&mut Writer)) -> PathBuf {
    let path = fixture.path("app.jar");
    let mut writer = ZipWriter::new(File::create(&path).unwrap());
    put(
        &mut writer,
        "Main.class",
        &fs::read(fixture.path("classes/Main.class")).unwrap(),
    );
    add(&mut writer);
    writer.finish().unwrap();
    path
}

fn put(writer: &mut Writer, name: &str, bytes: &[u8]) {
    writer
        .start_file(name, SimpleFileOptions::default())
        .unwrap();
    writer.write_all(bytes).unwrap();
}

/// Zeros, which deflate to a thousandth.
fn put_zeros(writer: &mut Writer, name: &str, mebibytes: usize) {
    writer
        .start_file(name, SimpleFileOptions::default())
        .unwrap();
    let zeros = vec![0; 1 << 20];
    (0..mebibytes).for_each(|_| writer.write_all(&zeros).unwrap());
}

fn weave_into(fixture: &Fixture, jar: &Path, output: &str) -> Result<Vec<Notice>, String> {
    let mut request = fixture.request(true);
    request.classes = vec![jar.to_owned()];
    request.output = fixture.path(output);
    weave(&request)
        .map(|report| report.notices)
        .map_err(|error| error.to_string())
}

/// Weaving fails with a message that holds `part`, and writes nothing at all.
#[track_caller]
fn refuses(fixture: &Fixture, jar: &Path, output: &str, part: &str) {
    let listing = |folder: &Path| -> Vec<PathBuf> {
        let mut paths: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        paths.sort();
        paths
    };
    let before = listing(fixture.folder.path());
    let message = weave_into(fixture, jar, output).unwrap_err();
    assert!(
        message.contains(part) && message.contains("app.jar") || message.contains(output),
        "{message}"
    );
    assert!(message.contains(part), "{message}");
    assert_eq!(listing(fixture.folder.path()), before);
}

#[test]
fn entries_that_lead_out_of_the_jar_are_refused() {
    let fixture = Fixture::new(FIXTURE, &[]);
    for name in [
        "../evil.txt",
        "/evil.txt",
        "a/../../evil.txt",
        "a/../evil.txt",
        "C:/evil.txt",
        "a\\..\\..\\evil.txt",
        "a//evil.txt",
    ] {
        let jar = jar(&fixture, |writer| put(writer, name, b"evil"));
        for output in ["out", "out.jar"] {
            refuses(
                &fixture,
                &jar,
                output,
                &format!("the entry `{}` leads out", name.escape_debug()),
            );
        }
    }
}

#[test]
fn of_entries_of_one_name_the_last_counts() {
    let fixture = Fixture::new(FIXTURE, &[]);
    let path = jar(&fixture, |writer| {
        put(writer, "texts/one", b"first");
        put(writer, "texts/two", b"second");
    });
    // The writer makes no such jar.
    let mut bytes = fs::read(&path).unwrap();
    let name = b"texts/two";
    for at in 0..bytes.len() - name.len() {
        if bytes[at..].starts_with(name) {
            bytes[at..at + name.len()].copy_from_slice(b"texts/one");
        }
    }
    fs::write(&path, bytes).unwrap();
    for output in ["out", "out.jar"] {
        let notices = weave_into(&fixture, &path, output).unwrap();
        assert!(
            notices.iter().any(
                |notice| matches!(notice, Notice::TwiceInJar { entry, .. } if entry == "texts/one")
            ),
            "{notices:?}"
        );
    }
    assert_eq!(fs::read(fixture.path("out/texts/one")).unwrap(), b"second");
    let mut woven = ZipArchive::new(File::open(fixture.path("out.jar")).unwrap()).unwrap();
    let mut text = String::new();
    woven
        .by_name("texts/one")
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    assert_eq!(text, "second");
}

#[test]
fn names_that_differ_in_case_stay_two_files() {
    let fixture = Fixture::new(FIXTURE, &[]);
    let jar = jar(&fixture, |writer| {
        put(writer, "texts/a", b"small");
        put(writer, "texts/A", b"large");
    });
    weave_into(&fixture, &jar, "out.jar").unwrap();
    let woven = ZipArchive::new(File::open(fixture.path("out.jar")).unwrap()).unwrap();
    assert!(
        ["texts/a", "texts/A"]
            .iter()
            .all(|name| woven.index_for_name(name).is_some())
    );
    match weave_into(&fixture, &jar, "out") {
        Ok(_) => assert_eq!(fs::read(fixture.path("out/texts/a")).unwrap(), b"small"),
        // Where the file system does not tell them apart.
        Err(message) => assert!(message.contains("texts/A"), "{message}"),
    }
}

#[test]
fn bombs_are_not_inflated() {
    let fixture = Fixture::new(FIXTURE, &[]);
    let class = jar(&fixture, |writer| put_zeros(writer, "Bomb.class", 80));
    for output in ["out", "out.jar"] {
        refuses(
            &fixture,
            &class,
            output,
            "the entry `Bomb.class` makes the jar more than 100 times as large",
        );
    }
    let resource = jar(&fixture, |writer| {
        put_zeros(writer, "one.bin", 40);
        put_zeros(writer, "two.bin", 40);
    });
    refuses(
        &fixture,
        &resource,
        "out",
        "the entry `two.bin` makes the jar more than 100 times as large",
    );
    weave_into(&fixture, &resource, "out.jar").unwrap();
    assert!(
        fs::metadata(fixture.path("out.jar")).unwrap().len() < 1 << 20,
        "it was inflated"
    );
}

#[test]
fn entries_that_share_bytes_are_refused() {
    let fixture = Fixture::new(FIXTURE, &[]);
    let jar = jar(&fixture, |writer| {
        put(writer, "one.txt", b"shared");
        writer.shallow_copy_file("one.txt", "two.txt").unwrap();
    });
    refuses(&fixture, &jar, "out.jar", "entries share bytes");
}

#[test]
fn links_in_jars_are_files() {
    let fixture = Fixture::new(FIXTURE, &[]);
    let outside = fixture.path("outside");
    fs::create_dir(&outside).unwrap();
    let link = |writer: &mut Writer| {
        writer
            .add_symlink(
                "link",
                outside.to_string_lossy(),
                SimpleFileOptions::default(),
            )
            .unwrap();
    };
    let alone = jar(&fixture, link);
    weave_into(&fixture, &alone, "out").unwrap();
    assert!(
        fs::symlink_metadata(fixture.path("out/link"))
            .unwrap()
            .is_file()
    );
    fs::remove_dir_all(fixture.path("out")).unwrap();
    let through = jar(&fixture, |writer| {
        link(writer);
        put(writer, "link/evil.txt", b"evil");
    });
    refuses(&fixture, &through, "out", "link/evil.txt");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn links_in_folders_are_followed_but_not_in_circles() {
    let fixture = Fixture::new(FIXTURE, &[]);
    let classes = fixture.path("classes");
    fs::create_dir(fixture.path("elsewhere")).unwrap();
    fs::write(fixture.path("elsewhere/text"), "kept").unwrap();
    std::os::unix::fs::symlink(fixture.path("elsewhere"), classes.join("texts")).unwrap();
    fixture.weave(true);
    assert_eq!(fs::read(fixture.path("out/texts/text")).unwrap(), b"kept");
    std::os::unix::fs::symlink(&classes, classes.join("again")).unwrap();
    let message = weave(&fixture.request(true)).unwrap_err().to_string();
    assert!(
        message.contains("classes/again") && message.contains("leads back"),
        "{message}"
    );
}

/// Jars with bytes changed, cut and repeated: weaving ends with a result or a message, and leaves
/// whole files alone.
#[test]
fn damaged_jars_are_refused_or_woven_whole() {
    let fixture = Fixture::new(FIXTURE, &[]);
    let path = jar(&fixture, |writer| put(writer, "texts/a", &[7; 300]));
    let whole = fs::read(&path).unwrap();
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut refused = 0;
    for _ in 0..60 {
        let mut bytes = whole.clone();
        match random(3) {
            0 => bytes.truncate(random(whole.len())),
            1 => (0..=random(4)).for_each(|_| bytes[random(whole.len())] = random(256) as u8),
            _ => {
                let tail = bytes[random(whole.len())..].to_vec();
                bytes.extend(tail);
            }
        }
        fs::write(&path, bytes).unwrap();
        match weave_into(&fixture, &path, "out.jar") {
            Ok(_) => _ = ZipArchive::new(File::open(fixture.path("out.jar")).unwrap()).unwrap(),
            Err(message) => {
                refused += 1;
                assert!(
                    message.contains("app.jar") || message.contains(".class"),
                    "{message}"
                );
            }
        }
    }
    assert!(refused > 10, "{refused}");
}
