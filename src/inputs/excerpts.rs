//! The lines that findings are about, for findings that came without.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use text::Diagnostic;

use super::sources;

/// Adds the source line to each finding that has a place and no line yet, from its file as it is
/// now: the path that the finding names, or that path below one of `roots`. Where there is no such
/// file or line the finding stays as it is.
pub fn complete(findings: &mut [Diagnostic], roots: &[PathBuf]) {
    let mut texts: BTreeMap<String, Option<String>> = BTreeMap::new();
    for finding in findings
        .iter_mut()
        .filter(|finding| finding.source_line.is_none() && finding.span.line > 0)
    {
        let text = texts
            .entry(finding.file.clone())
            .or_insert_with(|| text_of(&finding.file, roots));
        let line = text
            .as_ref()
            .and_then(|text| text.lines().nth(finding.span.line as usize - 1));
        finding.source_line = line.map(str::to_owned);
    }
}

fn text_of(file: &str, roots: &[PathBuf]) -> Option<String> {
    let places =
        std::iter::once(PathBuf::from(file)).chain(roots.iter().map(|root| root.join(file)));
    let bytes = places
        .filter_map(|place| std::fs::read(Path::new(&place)).ok())
        .next()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The texts of files below `roots`, by the names that a recorded run has for them. The first root that
/// has a file counts; a file that no root has is left out, and so is a name that leads out of the roots.
///
/// # Errors
/// A root that is no folder.
pub fn below<'a>(
    files: impl IntoIterator<Item = &'a str>,
    roots: &[PathBuf],
) -> Result<BTreeMap<String, String>, Diagnostic> {
    for root in roots {
        sources::refuse_unusable(root)?;
    }
    let mut texts = BTreeMap::new();
    for file in files {
        let stays = |part| matches!(part, Component::Normal(_));
        if texts.contains_key(file) || !Path::new(file).components().all(stays) {
            continue;
        }
        let places = roots.iter().map(|root| root.join(file));
        let bytes = places.filter_map(|place| std::fs::read(place).ok()).next();
        let text = bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        texts.extend(text.map(|text| (file.to_owned(), text)));
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use text::Span;

    use super::*;

    #[test]
    fn lines_are_found_below_the_roots() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("A.java"), "one\ntwo\n").unwrap();
        let span = |line| Span {
            line,
            column: 1,
            ..Span::default()
        };
        let mut findings =
            [2, 3, 0].map(|line| Diagnostic::warning("A.java", span(line), "w", "message"));
        complete(&mut findings, &[folder.path().to_owned()]);
        assert_eq!(
            findings.map(|finding| finding.source_line),
            [Some("two".to_owned()), None, None]
        );
    }

    #[test]
    fn names_that_lead_out_of_the_roots_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let [outside, root] = ["Secret.java", "src"].map(|name| folder.path().join(name));
        std::fs::create_dir(&root).unwrap();
        std::fs::write(&outside, "secret\n").unwrap();
        std::fs::write(root.join("A.java"), "one\n").unwrap();
        let absolute = outside.to_string_lossy();
        let files = ["A.java", "../Secret.java", &absolute, "B.java"];
        let texts = below(files, std::slice::from_ref(&root)).unwrap();
        assert_eq!(
            texts,
            BTreeMap::from([("A.java".to_owned(), "one\n".to_owned())])
        );
        assert!(below(files, std::slice::from_ref(&outside)).is_err());
    }
}
