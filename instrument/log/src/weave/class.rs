//! One class while it is woven.

use std::collections::BTreeSet;
use std::sync::Arc;

use instrument::weave::parts::InputFile;
use jvm::classfile::{ClassFile, ClassFileError, Insertions, Result};

use plan::MethodPlace;

use super::boundary::Boundary;
use super::fixed::Fixed;
use super::method::Method;
use super::program::Program;
use super::{inherited, references};
use crate::sites::SiteTable;

/// The reason where a `synchronized` method stays as it is.
const SILENT_LOCK: &str = "its own lock is not recorded: the class file is older than Java 5, or the method overwrites `this`";

/// A class that records.
#[derive(Debug)]
pub struct Woven {
    /// The class file.
    pub bytes: Vec<u8>,
    /// Methods that do not record, with the reason.
    pub skipped: Vec<(String, String)>,
    /// One of them lacks a check of what [`plan::Unshared`] assumes.
    pub lacks_check: bool,
}

/// The folder of classes for other releases of Java, which the analysis does not read.
const VERSIONS: &str = "META-INF/versions/";

/// Weaves a class. None if it has no code.
///
/// # Errors
/// The class is damaged or full.
pub fn weave(input: &InputFile, program: &Program, table: &mut SiteTable) -> Result<Option<Woven>> {
    let mut class = ClassFile::parse(&input.bytes)?;
    let written = class.methods.len();
    references::weave(&mut class, program)?;
    inherited::weave(&mut class, program)?;
    let owner = class.name()?.to_string();
    let file = source_file(&class, &owner)?;
    let mut boundary = Boundary::default();
    let is_known = !input.name.starts_with(VERSIONS);
    let known_as: Arc<str> = if is_known { &*owner } else { &*input.name }.into();
    let mut skipped = Vec::new();
    let mut lacks_check = false;
    let mut has_code = false;
    for index in 0..class.methods.len() {
        let Some(code) = class.code(index)? else {
            continue;
        };
        has_code = true;
        let code = code.into_owned();
        let lines = code.lines(&class.pool)?;
        let member = &class.methods[index];
        let name = member.name(&class.pool)?.to_string();
        let descriptor = member.descriptor(&class.pool)?.to_string();
        let access = member.access;
        let major = class.major;
        let mut method = Method {
            class: &mut class,
            program,
            table,
            boundary: &mut boundary,
            owner: &owner,
            file: &file,
            name: name.clone(),
            place: MethodPlace {
                class: known_as.clone(),
                name: name.as_str().into(),
                descriptor: descriptor.as_str().into(),
            },
            access,
            code,
            lines,
            insertions: Insertions::new(),
            has_silent_lock: false,
            is_added: index >= written,
            fixed: Fixed::default(),
            early_writes: BTreeSet::new(),
            keeps_this: false,
        };
        let woven = method.weave(&descriptor).and_then(|access| {
            let insertions = std::mem::take(&mut method.insertions);
            let code = insertions.apply(&method.code, major, &mut method.class.pool)?;
            Ok((access, code, method.has_silent_lock))
        });
        match woven {
            Ok((access, code, has_silent_lock)) => {
                if has_silent_lock {
                    skipped.push((name, SILENT_LOCK.to_owned()));
                }
                class.set_code(index, &code)?;
                class.methods[index].access = access;
            }
            Err(error @ (ClassFileError::CodeTooLarge(_) | ClassFileError::JumpTooFar(_))) => {
                lacks_check |= method.is_checked();
                skipped.push((name, error.to_string()));
            }
            Err(error) => return Err(error),
        }
    }
    if !has_code {
        return Ok(None);
    }
    boundary.add_to(&mut class)?;
    Ok(Some(Woven {
        bytes: class.to_bytes()?,
        skipped,
        lacks_check,
    }))
}

/// The source file below a source root: `bank/Account.java`. Without its name, the class.
fn source_file(class: &ClassFile<'_>, owner: &str) -> Result<String> {
    let Some(file) = class.source_file()? else {
        return Ok(owner.replace('/', "."));
    };
    Ok(match owner.rsplit_once('/') {
        Some((package, _)) => format!("{package}/{file}"),
        None => file.into_owned(),
    })
}
