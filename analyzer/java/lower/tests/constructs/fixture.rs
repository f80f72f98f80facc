//! A fixture: its files, markers, and what it takes to compile it.

use ir::Program;
use java_lower::{Source, load};
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use std::sync::Arc;

use crate::listing;
use crate::marker::{Expected, expected};

/// The compiler of a fixture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Javac {
    /// The JDK of the environment.
    Any,
    /// A JDK of this release or a later one; of this release with preview features.
    Release {
        /// The first release that has the construct.
        release: u16,
        /// True if it is a preview feature there.
        preview: bool,
    },
    /// None does.
    Not,
}

/// A file of a fixture.
#[derive(Debug)]
pub struct File {
    /// Below the source root.
    pub path: String,
    /// As the fixture has it, markers included.
    pub bytes: Vec<u8>,
    /// How many lines of the fixture stand before it.
    pub before: usize,
    /// The expectations of its markers, in order of lines.
    pub expected: Vec<Expected>,
}

/// A fixture.
#[derive(Debug)]
pub struct Fixture {
    /// The name of the file.
    pub name: String,
    /// Its files in the order of the text.
    pub files: Vec<File>,
    /// The compiler of the fixture.
    pub javac: Javac,
    /// Parts of the differences from javac's calls.
    pub differing: Vec<String>,
}

impl Fixture {
    /// The fixture of this name in the folder.
    pub fn read(name: &str) -> Fixture {
        let bytes = std::fs::read(listing::folder().join(name)).expect("a fixture");
        Fixture::parse(name, &bytes)
    }

    /// The fixture with this text.
    ///
    /// # Panics
    /// At a marker that is not well formed.
    pub fn parse(name: &str, bytes: &[u8]) -> Fixture {
        let (javac, differing) =
            directives(bytes).unwrap_or_else(|reason| panic!("{name}: {reason}"));
        Fixture {
            name: name.to_owned(),
            files: files(name, bytes),
            javac,
            differing,
        }
    }

    /// The program, with the classes of this JDK.
    pub fn program(&self, jdk: &Jdk) -> Program {
        let class_path = ClassPath::open(&[], jdk).expect("an empty class path");
        let source = |file: &File| Source {
            root: String::new(),
            path: file.path.clone(),
            bytes: file.bytes.clone(),
        };
        load(
            self.files.iter().map(source).collect(),
            Arc::new(class_path),
        )
        .expect("sources")
    }

    /// A place, for people: the fixture's name and line.
    pub fn place(&self, file: &File, line: usize) -> String {
        format!("{}:{}", self.name, file.before + line)
    }
}

/// The files in a fixture: each begins with a line `//- path`; text without one is `A.java`.
fn files(name: &str, bytes: &[u8]) -> Vec<File> {
    let mut parts: Vec<(String, Vec<u8>, usize)> = Vec::new();
    for (number, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        match line.strip_prefix(b"//- ") {
            Some(path) => parts.push((
                String::from_utf8_lossy(path).trim().to_owned(),
                Vec::new(),
                number + 1,
            )),
            None if parts.is_empty() && is_directive(line) => {}
            None => match parts.last_mut() {
                Some((_, text, _)) => text.extend(line),
                None => parts.push(("A.java".to_owned(), line.to_vec(), number)),
            },
        }
    }
    let file = |(path, bytes, before): (String, Vec<u8>, usize)| {
        let expected = expected(&String::from_utf8_lossy(&bytes));
        let expected =
            expected.unwrap_or_else(|(line, reason)| panic!("{name}:{}: {reason}", before + line));
        File {
            path,
            bytes,
            before,
            expected,
        }
    };
    parts.into_iter().map(file).collect()
}

const DIRECTIVE: &[u8] = b"//~ javac ";

fn is_directive(line: &[u8]) -> bool {
    line.starts_with(DIRECTIVE)
}

/// Returns the compiler of a fixture with this text, and the differences that it announces.
fn directives(bytes: &[u8]) -> Result<(Javac, Vec<String>), String> {
    let (mut javac, mut differing) = (Javac::Any, Vec::new());
    for line in bytes
        .split(|&byte| byte == b'\n')
        .filter_map(|line| line.strip_prefix(DIRECTIVE))
    {
        let line = String::from_utf8_lossy(line);
        match line.strip_prefix("differs: ") {
            Some(rest) => differing.push(difference(rest)?),
            None => javac = compiler(line.trim())?,
        }
    }
    Ok((javac, differing))
}

/// The text in backquotes, which a reason must follow.
fn difference(text: &str) -> Result<String, String> {
    let parts: Vec<&str> = text.splitn(3, '`').collect();
    match parts[..] {
        ["", part, reason] if !part.is_empty() && !reason.trim().is_empty() => Ok(part.to_owned()),
        _ => Err(format!("`{text}` is not a text in backquotes and a reason")),
    }
}

fn compiler(words: &str) -> Result<Javac, String> {
    if words
        .strip_prefix("none: ")
        .is_some_and(|reason| !reason.is_empty())
    {
        return Ok(Javac::Not);
    }
    let (release, preview) = match words.strip_suffix(" preview") {
        Some(release) => (release, true),
        None => (words, false),
    };
    let release = release
        .parse()
        .map_err(|_| format!("`{words}` is neither a release nor `none: REASON`"))?;
    Ok(Javac::Release { release, preview })
}

#[test]
fn directives_say_which_javac_is_needed() {
    let javac = |text: &str| directives(text.as_bytes()).map(|(javac, _)| javac);
    assert_eq!(javac("class A { }"), Ok(Javac::Any));
    assert_eq!(
        javac("//~ javac 21\nclass A { }"),
        Ok(Javac::Release {
            release: 21,
            preview: false
        })
    );
    assert_eq!(
        javac("//~ javac 25 preview\n"),
        Ok(Javac::Release {
            release: 25,
            preview: true
        })
    );
    assert_eq!(javac("//~ javac none: not Java\n"), Ok(Javac::Not));
    assert!(javac("//~ javac none\n").is_err() && javac("//~ javac none: \n").is_err());
    assert!(
        javac("//~ javac differs: A.f\n").is_err() && javac("//~ javac differs: `A.f`\n").is_err()
    );
    let differing =
        directives(b"//~ javac differs: `A.f` as it should\n").map(|(_, differing)| differing);
    assert_eq!(differing, Ok(vec!["A.f".to_owned()]));
}
