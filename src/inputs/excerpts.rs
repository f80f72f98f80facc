//! The lines that findings are about, for findings that came without.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use text::Diagnostic;

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
}
