//! The runtime library is compiled once: the classes that are kept are those that `javac` makes.

use std::fs;
use std::path::{Path, PathBuf};

use instrument::weave::{WeaveRequest, weave};

use crate::support::{Fixture, HAS_NEXT};

/// A class of the library.
const GATE: &str = "residua/runtime/Gate.class";

/// A small program, compiled for a release.
fn fixture(release: &str) -> Fixture {
    let program = "
//- Main.java
import java.util.Iterator;
class Main {
    public static void main(String[] args) {
        Iterator<String> names = java.util.Arrays.asList(\"a\").iterator();
        names.next();
    }
}
";
    Fixture::new(&(HAS_NEXT.to_owned() + program), &["--release", release])
}

/// Weaves with a folder that keeps libraries; gives the woven jar.
fn woven(fixture: &Fixture, kept: Option<&Path>) -> Vec<u8> {
    let output = fixture.path("out.jar");
    let request = WeaveRequest {
        output: output.clone(),
        kept: kept.map(Path::to_owned),
        ..fixture.request(true)
    };
    weave(&request).unwrap_or_else(|error| panic!("{error}"));
    fs::read(output).unwrap()
}

/// The major version of a class of the library in the output folder.
fn version_of_gate(fixture: &Fixture, kept: &Path) -> u8 {
    let request = WeaveRequest {
        kept: Some(kept.to_owned()),
        ..fixture.request(true)
    };
    weave(&request).unwrap_or_else(|error| panic!("{error}"));
    fs::read(fixture.path("out").join(GATE)).unwrap()[7]
}

fn jars(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut jars: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    jars.sort();
    jars
}

#[test]
fn kept_classes_are_those_that_javac_makes() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("made/when/needed");
    let fixture = fixture("11");
    let fresh = woven(&fixture, None);
    assert!(!kept.exists());
    for _ in 0..2 {
        assert_eq!(woven(&fixture, Some(&kept)), fresh);
        assert_eq!(jars(&kept).len(), 1);
    }
}

#[test]
fn each_release_has_its_own_library() {
    let kept = tempfile::tempdir().unwrap();
    let [old, new] = ["8", "11"].map(fixture);
    for _ in 0..2 {
        assert_eq!(version_of_gate(&old, kept.path()), 52);
        assert_eq!(version_of_gate(&new, kept.path()), 55);
    }
    assert_eq!(jars(kept.path()).len(), 2);
}

/// Each jar takes the place of the other one, to see that it is read.
#[test]
fn library_that_is_kept_is_not_compiled_again() {
    let kept = tempfile::tempdir().unwrap();
    let [old, new] = ["8", "11"].map(fixture);
    _ = woven(&old, Some(kept.path()));
    let of_old = jars(kept.path()).remove(0);
    _ = woven(&new, Some(kept.path()));
    let both = jars(kept.path());
    let of_new = both.iter().find(|jar| **jar != of_old).unwrap();

    fs::copy(&of_old, of_new).unwrap();
    assert_eq!(version_of_gate(&new, kept.path()), 52);
}

#[test]
fn damaged_library_is_compiled_again() {
    let kept = tempfile::tempdir().unwrap();
    let fixture = fixture("11");
    let whole = woven(&fixture, Some(kept.path()));
    let jar = jars(kept.path()).remove(0);
    let bytes = fs::read(&jar).unwrap();

    let mut changed = bytes.clone();
    changed[bytes.len() / 2] ^= 0xff;
    for damaged in [&b""[..], &bytes[..bytes.len() / 2], &changed] {
        fs::write(&jar, damaged).unwrap();
        assert_eq!(woven(&fixture, Some(kept.path())), whole);
        assert_eq!(fs::read(&jar).unwrap(), bytes);
    }

    // A jar without a class: an empty one can be read.
    fs::write(&jar, [b"PK\x05\x06".as_slice(), &[0; 18]].concat()).unwrap();
    assert_eq!(woven(&fixture, Some(kept.path())), whole);
}

#[test]
fn folder_that_cannot_be_written_keeps_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let fixture = fixture("11");
    assert_eq!(woven(&fixture, Some(&file)), woven(&fixture, None));
}

/// The end of a program may be the first to need any class of the library, and its class loader may
/// give none any more.
#[test]
fn every_class_of_the_library_is_loaded_before_the_end() {
    let fixture = fixture("11");
    fixture.weave(true);
    let shutdown = include_str!("../../runtime/residua/runtime/Shutdown.java");
    let folder = fixture.path("out").join("residua/runtime");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap());
    let names: Vec<String> = files
        .map(|file| file.file_name().to_string_lossy().replace(".class", ""))
        .collect();
    assert!(names.len() > 50, "{names:?}");
    for name in names {
        assert!(shutdown.contains(&format!("\"{name}\"")), "{name}");
    }
}
