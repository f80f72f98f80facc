//! Class paths of folders and jars, and the JDK in its two forms.

use crate::support;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use java_types::Library;
use java_types::hierarchy::{Answer, Hierarchy, Resolved};
use jvm::ClassPathError;
use jvm::classfile::ClassFile;
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A class file with no members, by internal name.
fn class_bytes(name: &str) -> Vec<u8> {
    subclass_bytes(name, "java/lang/Object")
}

fn subclass_bytes(name: &str, above: &str) -> Vec<u8> {
    let mut bytes = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52, 0, 5, 1];
    bytes.extend((name.len() as u16).to_be_bytes());
    bytes.extend(name.as_bytes());
    bytes.extend([7, 0, 1, 1]);
    bytes.extend((above.len() as u16).to_be_bytes());
    bytes.extend(above.as_bytes());
    bytes.extend([7, 0, 3, 0, 1, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes
}

fn write_zip(path: &Path, prefix: &[u8], entries: &[(&str, &[u8])]) {
    let mut file = File::create(path).unwrap();
    file.write_all(prefix).unwrap();
    let mut zip = ZipWriter::new(file);
    for (name, bytes) in entries {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap();
}

fn open(entries: &[PathBuf]) -> ClassPath {
    ClassPath::open(entries, support::jdk()).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn class_of_the_jdk_is_found_once_and_shared() {
    let class_path = open(&[]);
    let found: Vec<_> = std::thread::scope(|scope| {
        let ask = || class_path.class("java/util/HashMap");
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap().unwrap())
            .collect()
    });
    assert!(found.iter().all(|class| Arc::ptr_eq(class, &found[0])));
    assert_eq!(
        found[0].super_name.as_deref(),
        Some("java/util/AbstractMap")
    );
    assert!(class_path.class("java/util/HushMap").is_none());
    assert!(class_path.damaged().is_empty());
}

#[test]
fn packages_of_jdk_jar_and_folder_are_known() {
    let folder = TempDir::new().unwrap();
    let jar = folder.path().join("a.jar");
    write_zip(&jar, &[], &[("q/deep/A.class", &class_bytes("q/deep/A"))]);
    let classes = folder.path().join("classes");
    fs::create_dir_all(classes.join("r/s")).unwrap();
    fs::write(classes.join("r/s/B.class"), class_bytes("r/s/B")).unwrap();
    let class_path = open(&[jar, classes]);
    for package in ["java", "java/util", "q", "q/deep", "r", "r/s"] {
        assert!(class_path.package_exists(package), "{package}");
    }
    for package in ["", "jav", "java/utli", "q/A", "..", "r/../r", "/"] {
        assert!(!class_path.package_exists(package), "{package}");
    }
    assert_eq!(class_path.classes_in_package("q/deep"), ["q/deep/A".into()]);
    assert_eq!(class_path.classes_in_package("r/s"), ["r/s/B".into()]);
    assert!(
        class_path
            .classes_in_package("java/util")
            .iter()
            .any(|name| &**name == "java/util/Map$Entry")
    );
    assert!(class_path.class("q/deep/A").is_some() && class_path.class("r/s/B").is_some());
}

#[test]
fn first_entry_wins_and_the_jdk_goes_before_all() {
    let folder = TempDir::new().unwrap();
    let roots = ["first", "second"].map(|name| folder.path().join(name));
    for (root, version) in roots.iter().zip([52, 53]) {
        fs::create_dir_all(root.join("java/lang")).unwrap();
        let mut class = class_bytes("A");
        class[7] = version;
        fs::write(root.join("A.class"), class).unwrap();
        fs::write(
            root.join("java/lang/Integer.class"),
            class_bytes("java/lang/Integer"),
        )
        .unwrap();
    }
    let class_path = open(&roots);
    let bytes = class_path.class_bytes("A").unwrap().unwrap();
    assert_eq!(ClassFile::parse(&bytes).unwrap().major, 52);
    assert!(
        !class_path
            .class("java/lang/Integer")
            .unwrap()
            .methods
            .is_empty()
    );
}

#[test]
fn multi_release_jar_gives_the_highest_version_up_to_the_release() {
    let folder = TempDir::new().unwrap();
    let entry = |class: &str, version: u8| {
        let mut bytes = class_bytes(class);
        bytes[7] = version;
        bytes
    };
    let entries = [
        ("p/A.class", entry("p/A", 52)),
        ("META-INF/versions/9/p/A.class", entry("p/A", 53)),
        ("META-INF/versions/11/p/A.class", entry("p/A", 55)),
        ("META-INF/versions/99/p/A.class", entry("p/A", 60)),
    ];
    let entries: Vec<(&str, &[u8])> = entries
        .iter()
        .map(|(name, bytes)| (*name, bytes.as_slice()))
        .collect();
    let manifest: (&str, &[u8]) = (
        "META-INF/MANIFEST.MF",
        b"Manifest-Version: 1.0\r\nmulti-release: TRUE\r\n\r\n",
    );
    let (versioned, plain) = (
        folder.path().join("versioned.jar"),
        folder.path().join("plain.jar"),
    );
    write_zip(&versioned, &[], &[&[manifest], entries.as_slice()].concat());
    write_zip(&plain, &[], &entries);
    let major = |jar: PathBuf| {
        let bytes = open(&[jar]).class_bytes("p/A").unwrap().unwrap();
        ClassFile::parse(&bytes).unwrap().major
    };
    assert_eq!(major(versioned), 55);
    assert_eq!(major(plain), 52);
}

#[test]
fn broken_entries_are_named() {
    let folder = TempDir::new().unwrap();
    let text = folder.path().join("notes.txt");
    fs::write(&text, "no jar").unwrap();
    for entry in [text, folder.path().join("missing.jar")] {
        let error = ClassPath::open(std::slice::from_ref(&entry), support::jdk())
            .map(drop)
            .unwrap_err();
        assert!(
            error.to_string().contains(&entry.display().to_string()),
            "{error}"
        );
    }
}

#[test]
fn damaged_class_is_missing_and_reported() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("Bad.class"), b"\xCA\xFE\xBA\xBEgarbage").unwrap();
    fs::write(folder.path().join("Other.class"), class_bytes("Misplaced")).unwrap();
    let class_path = open(&[folder.path().to_owned()]);
    assert!(class_path.class("Bad").is_none());
    assert!(class_path.class("Other").is_none());
    let damaged = class_path.damaged();
    assert_eq!(
        damaged.iter().map(|(name, _)| &**name).collect::<Vec<_>>(),
        ["Bad"]
    );
}

#[test]
fn superclasses_in_a_circle_end() {
    let folder = TempDir::new().unwrap();
    for (name, above) in [("A", "B"), ("B", "C"), ("C", "A"), ("Own", "Own")] {
        fs::write(
            folder.path().join(format!("{name}.class")),
            subclass_bytes(name, above),
        )
        .unwrap();
    }
    let hierarchy = Hierarchy::new([], Arc::new(open(&[folder.path().to_owned()])));
    let names = |class| {
        hierarchy
            .supertypes(class)
            .names()
            .iter()
            .map(|name| name.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(names("A"), ["A", "B", "C", "java/lang/Object"]);
    assert_eq!(names("Own"), ["Own", "java/lang/Object"]);
    assert_eq!(hierarchy.is_subclass("A", "Elsewhere"), Answer::No);
    assert!(matches!(
        hierarchy.resolve_method("B", "m", "()V"),
        Resolved::Unknown | Resolved::Absent
    ));
}

#[test]
fn entry_that_unpacks_without_end_is_damaged() {
    let folder = TempDir::new().unwrap();
    let jar = folder.path().join("bomb.jar");
    let zeros = vec![0; 100 << 20];
    let class = [class_bytes("Bomb"), zeros].concat();
    write_zip(
        &jar,
        b"",
        &[("Bomb.class", &class), ("Good.class", &class_bytes("Good"))],
    );
    assert!(
        fs::metadata(&jar).unwrap().len() < 1 << 20,
        "it is small on disk"
    );
    let class_path = open(&[jar]);
    assert!(class_path.class("Good").is_some());
    assert!(class_path.class("Bomb").is_none());
    assert_eq!(
        class_path
            .damaged()
            .iter()
            .map(|(name, _)| &**name)
            .collect::<Vec<_>>(),
        ["Bomb"]
    );
}

#[test]
fn class_names_never_lead_out_of_a_folder() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("A.class"), class_bytes("../A")).unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let class_path = open(&[inner]);
    for name in ["../A", "x/../../A", "", "/etc/passwd", "[LA;"] {
        assert_eq!(class_path.class_bytes(name), Ok(None), "{name}");
    }
}

#[test]
fn star_stands_for_the_jars_of_a_folder() {
    let folder = TempDir::new().unwrap();
    write_zip(
        &folder.path().join("b.jar"),
        &[],
        &[("B.class", &class_bytes("B"))],
    );
    write_zip(
        &folder.path().join("a.JAR"),
        &[],
        &[("A.class", &class_bytes("A"))],
    );
    fs::write(folder.path().join("readme.txt"), "no jar").unwrap();
    let class_path = open(&[folder.path().join("*")]);
    assert!(class_path.class("A").is_some() && class_path.class("B").is_some());
}

#[test]
fn jmods_serve_where_there_is_no_image() {
    let home = TempDir::new().unwrap();
    fs::create_dir(home.path().join("jmods")).unwrap();
    let mut object = class_bytes("java/lang/Object");
    object[7] = 61;
    let jmod = home.path().join("jmods/java.base.jmod");
    write_zip(
        &jmod,
        b"JM\x01\x00",
        &[
            ("classes/java/lang/Object.class", &object),
            ("bin/java", b"x"),
        ],
    );
    let jdk = Jdk::open(home.path()).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(jdk.release(), 17);
    assert_eq!(jdk.packages(), ["java/lang"]);
    assert_eq!(jdk.classes_in("java/lang"), ["Object"]);
}

#[test]
fn image_that_is_no_image_is_an_error() {
    let home = TempDir::new().unwrap();
    fs::create_dir(home.path().join("lib")).unwrap();
    for bytes in [
        &b""[..],
        &[0; 100],
        &[
            0xDA, 0xDA, 0xFE, 0xCA, 0, 0, 1, 0, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9,
        ],
    ] {
        let padded = [bytes, &[0x41; 200]].concat();
        fs::write(home.path().join("lib/modules"), padded).unwrap();
        let error = Jdk::open(home.path()).map(drop).unwrap_err();
        assert!(
            matches!(error, ClassPathError::Unreadable { .. }),
            "{error}"
        );
    }
}

#[test]
fn every_class_of_the_jdk_can_be_read_into_plain_data() {
    let class_path = open(&[]);
    let names = support::jdk_classes(&[""], 40);
    for name in &names {
        let class = class_path.class(name).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(&*class.name, name);
    }
    assert_eq!(class_path.damaged(), []);
    assert!(names.len() > 500, "{}", names.len());
}

#[test]
fn plain_data_has_what_the_class_file_says() {
    let class_path = open(&[]);
    let entry = class_path.class("java/util/Map$Entry").unwrap();
    let nesting = entry.nesting().unwrap();
    assert_eq!(
        (nesting.outer.as_deref(), nesting.simple_name.as_deref()),
        (Some("java/util/Map"), Some("Entry"))
    );
    let integer = class_path.class("java/lang/Integer").unwrap();
    let max = integer.field("MAX_VALUE").unwrap();
    assert_eq!(
        max.constant,
        Some(java_types::class_info::Constant::Int(i32::MAX))
    );
    let read = class_path
        .class("java/io/InputStream")
        .unwrap()
        .method("read", "()I")
        .unwrap()
        .exceptions
        .clone();
    assert_eq!(read, ["java/io/IOException".into()]);
}
