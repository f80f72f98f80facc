//! The licences of the crates that the command is made of.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use spdx::{Expression, ParseMode};
use walkdir::WalkDir;

use crate::content::{File, read};
use crate::crates::{Crate, Crates};

/// The beginnings of the names of files with licences.
const NAMES: [&str; 6] = [
    "COPYING",
    "COPYRIGHT",
    "LICENCE",
    "LICENSE",
    "NOTICE",
    "UNLICENSE",
];

/// Makes `THIRD-PARTY.txt`: each crate with its licence, then each text once, with the crates that
/// have it.
///
/// # Errors
/// A file cannot be read, or a crate names no licence.
pub fn page(crates: &Crates) -> Result<File> {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut page = "residua is made of these crates.\n\n".to_owned();
    for one in &crates.others {
        let name = format!("{} {}", one.name, one.version);
        let _ = writeln!(page, "{name}: {}", one.licence);
        for text in texts_of(one)? {
            texts.entry(text).or_default().push(name.clone());
        }
    }

    // By the first crate that has a text.
    let mut texts: Vec<(Vec<String>, String)> = texts
        .into_iter()
        .map(|(text, names)| (names, text))
        .collect();
    texts.sort();
    for (names, text) in texts {
        let line = "-".repeat(80);
        let _ = write!(page, "\n{line}\n{}\n{line}\n\n{text}\n", names.join(", "));
    }
    Ok(File::new("THIRD-PARTY.txt", page))
}

/// The texts of a crate's licences: its files, or without such files the standard texts.
fn texts_of(one: &Crate) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    for entry in WalkDir::new(&one.folder).sort_by_file_name() {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_ascii_uppercase();
        let is_text = !name.ends_with(".RS") && !name.ends_with(".HTML");
        if entry.file_type().is_file() && is_text && NAMES.iter().any(|n| name.starts_with(n)) {
            let text = String::from_utf8_lossy(&read(entry.path())?).into_owned();
            texts.push(text.replace("\r\n", "\n").trim_end().to_owned());
        }
    }
    if texts.is_empty() {
        standard_texts(one)
    } else {
        Ok(texts)
    }
}

fn standard_texts(one: &Crate) -> Result<Vec<String>> {
    let expression = Expression::parse_mode(&one.licence, ParseMode::LAX).with_context(|| {
        format!(
            "the crate {} has no file of its licence, and names `{}`: add its text by hand",
            one.name, one.licence
        )
    })?;
    let ids = expression
        .requirements()
        .filter_map(|part| part.req.license.id());
    let texts: Vec<String> = ids
        .map(|id| {
            format!(
                "The package has no file of its licence. Its manifest names {} and these authors: {}. \
                 This is the standard text:\n\n{}",
                id.name,
                one.authors.join(", "),
                id.text().trim_end()
            )
        })
        .collect();
    ensure!(
        !texts.is_empty(),
        "the crate {} names `{}`, which is no licence with a standard text: add its text by hand",
        one.name,
        one.licence
    );
    Ok(texts)
}

/// The licences of Rust's standard library, which is a part of the command, as the toolchain has
/// them.
///
/// # Errors
/// The toolchain has no such file.
pub fn of_standard_library() -> Result<File> {
    let run = Command::new("rustc").args(["--print", "sysroot"]).output();
    let root = run.context("cannot run rustc: install the Rust toolchain that Cargo.toml names")?;
    let root = String::from_utf8_lossy(&root.stdout).trim().to_owned();
    let path = format!("{root}/share/doc/rust/COPYRIGHT-library.html");
    let bytes = read(path.as_ref())
        .context("the licences of the standard library are missing: install Rust by rustup")?;
    Ok(File::new("THIRD-PARTY-rust.html", bytes))
}
