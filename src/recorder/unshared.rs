//! The accesses that recordings leave out, kept from one run to the next: `replay` analyses the program that
//! `record` has analysed, and so does the next recording.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analyzer::Models;
use anyhow::Result;
use java_bytecode::ClassesOnDemand;
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use plan::{AccessPlace, MethodPlace, Unshared};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use walkdir::WalkDir;

use crate::inputs::class_path;
use crate::inputs::own_classes::{self, OwnClass};
use crate::{cache, output};

/// The most results that are kept.
const MOST: usize = 16;

/// Finds the accesses that need no record: with the classes of a program, what they need, and the JDK
/// that runs them. None if nothing says where the program begins.
///
/// The result of an earlier run counts if all that the analysis reads is the same: the classes, the class
/// path, the JDK, and this program.
///
/// # Errors
/// A file cannot be read.
pub fn find(
    classes: &[PathBuf],
    needed: &[PathBuf],
    home: Option<&Path>,
) -> Result<Option<Unshared>> {
    let jdk = match home {
        Some(home) => Jdk::open(home),
        None => Jdk::from_environment(),
    };
    let jdk = jdk.map_err(class_path::rejected)?;
    let classes = own_classes::read(classes)?;
    let kept = cache::folder().zip(key(&classes, needed, &jdk));
    let kept = kept.map(|(folder, key)| folder.join("unshared").join(key));
    if let Some(known) = kept.as_deref().and_then(read) {
        return Ok(Some(known));
    }

    let library = ClassPath::open(needed, &jdk).map_err(class_path::rejected)?;
    let library = Arc::new(library);
    let files = classes.into_iter().map(|class| class.file);
    let program = java_bytecode::load(files.collect(), library.clone());
    let mut models = Models::jdk();
    let mut libraries = ClassesOnDemand::new(library);
    models.add_called_bodies(&program, &mut |name| libraries.class(name));
    let unshared = analyzer::unshared(&program, models).ok();
    if let Some((path, unshared)) = kept.zip(unshared.as_ref()) {
        keep(&path, unshared);
    }
    Ok(unshared)
}

/// The digest of all that the analysis reads; none if something cannot be read.
fn key(classes: &[OwnClass], needed: &[PathBuf], jdk: &Jdk) -> Option<String> {
    let mut hasher = Sha256::new();
    let mut add = |bytes: &[u8]| {
        hasher.update(bytes.len().to_le_bytes());
        hasher.update(bytes);
    };
    // Another build of this program may find something else.
    let executable = fs::metadata(std::env::current_exe().ok()?).ok()?;
    add(env!("CARGO_PKG_VERSION").as_bytes());
    add(format!("{} {:?}", executable.len(), executable.modified().ok()?).as_bytes());
    add(jdk.home().to_string_lossy().as_bytes());
    add(&fs::read(jdk.home().join("release")).unwrap_or_default());
    for class in classes {
        add(class.name.as_bytes());
        add(&class.file.bytes);
    }
    for entry in needed {
        for file in WalkDir::new(entry).sort_by_file_name() {
            let file = file.ok()?;
            if file.file_type().is_file() {
                add(file.path().to_string_lossy().as_bytes());
                add(&fs::read(file.path()).ok()?);
            }
        }
    }
    let digest = hasher.finalize();
    Some(digest.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A result in its file.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// Methods: class, name and descriptor.
    methods: Vec<[String; 3]>,
    /// Accesses: the number of the method, the line and the field.
    accesses: Vec<(usize, u32, Option<String>)>,
    /// The numbers of the methods that may run.
    reached: Vec<usize>,
    /// The numbers of the bodies of tasks.
    bodies: Vec<usize>,
}

impl Kept {
    fn new(unshared: &Unshared) -> Kept {
        let mut methods: Vec<&MethodPlace> = unshared.reached.iter().collect();
        methods.extend(&unshared.bodies);
        methods.extend(unshared.accesses.iter().map(|access| &access.method));
        methods.sort_unstable();
        methods.dedup();
        let number = |method: &MethodPlace| methods.partition_point(|other| *other < method);
        let access = |access: &AccessPlace| {
            let field = access.field.as_deref().map(str::to_owned);
            (number(&access.method), access.line, field)
        };
        let text = |method: &&MethodPlace| {
            let MethodPlace {
                class,
                name,
                descriptor,
            } = method;
            [class, name, descriptor].map(|text| text.to_string())
        };
        Kept {
            accesses: unshared.accesses.iter().map(access).collect(),
            reached: unshared.reached.iter().map(number).collect(),
            bodies: unshared.bodies.iter().map(number).collect(),
            methods: methods.iter().map(text).collect(),
        }
    }

    /// The result; none if a number is that of no method.
    fn unshared(self) -> Option<Unshared> {
        let place = |[class, name, descriptor]: [String; 3]| MethodPlace {
            class: class.into(),
            name: name.into(),
            descriptor: descriptor.into(),
        };
        let methods: Vec<MethodPlace> = self.methods.into_iter().map(place).collect();
        let method = |number: usize| methods.get(number).cloned();
        let access = |(number, line, field): (usize, u32, Option<String>)| {
            Some(AccessPlace {
                method: method(number)?,
                line,
                field: field.map(Into::into),
            })
        };
        Some(Unshared {
            accesses: self
                .accesses
                .into_iter()
                .map(access)
                .collect::<Option<_>>()?,
            reached: self
                .reached
                .into_iter()
                .map(method)
                .collect::<Option<_>>()?,
            bodies: self.bodies.into_iter().map(method).collect::<Option<_>>()?,
        })
    }
}

/// A result that was kept. A file that is damaged is none.
fn read(path: &Path) -> Option<Unshared> {
    let kept: Kept = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
    kept.unshared()
}

/// Keeps a result. A folder that cannot be written keeps nothing.
fn keep(path: &Path, unshared: &Unshared) {
    let Some(folder) = path.parent() else {
        return;
    };
    if fs::create_dir_all(folder).is_err() {
        return;
    }
    let kept = Kept::new(unshared);
    let _ = output::write_meanwhile(path, |file| Ok(serde_json::to_writer(file, &kept)?));
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut known: Vec<_> = entries
        .flatten()
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    known.sort_unstable();
    let old = known.len().saturating_sub(MOST);
    for (_, path) in known.into_iter().take(old) {
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_that_is_kept_is_the_same() {
        let method = |name: &str| MethodPlace {
            class: "app/Main".into(),
            name: name.into(),
            descriptor: "()V".into(),
        };
        let access = |name: &str, line, field: Option<&str>| AccessPlace {
            method: method(name),
            line,
            field: field.map(Into::into),
        };
        let unshared = Unshared {
            accesses: [access("a", 3, Some("x")), access("c", 0, None)].into(),
            reached: [method("a"), method("b")].into(),
            bodies: [method("b"), method("run")].into(),
        };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("unshared/key");
        keep(&path, &unshared);
        assert_eq!(read(&path), Some(unshared));
        fs::write(&path, "{\"methods\":[]").unwrap();
        assert_eq!(read(&path), None);
        fs::write(
            &path,
            r#"{"methods":[],"accesses":[],"reached":[0],"bodies":[]}"#,
        )
        .unwrap();
        assert_eq!(read(&path), None);
    }
}
