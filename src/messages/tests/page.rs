//! The page of the book about the codes.

use std::fmt::Write;
use std::fs;

use super::super::{Catalogue, Code, catalogue};
use super::workspace;

const PAGE: &str = "docs/codes.md";

const BEGINNING: &str = "\
# Codes of findings

Each finding has a code in brackets:

```text
error[stale-classes]: the class file of `app.Main` is older than this source and differs from it, in `main`
```

`residua explain --code stale-classes` prints what this page says about a code. SARIF files have the same texts as their
rules. Assumptions of results are listed last: their names stand in `plan.json` and under `accept` in `residua.toml`.
";

#[test]
fn book_has_the_catalogue() {
    let path = workspace().join(PAGE);
    let right = page(&catalogue());
    if std::env::var_os("RESIDUA_WRITE").is_some() {
        fs::write(&path, &right).expect("the page can be written");
    }
    let text = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        text == right,
        "{PAGE} is not up to date; RESIDUA_WRITE=1 writes it anew"
    );
}

fn page(catalogue: &Catalogue) -> String {
    let mut page = BEGINNING.to_owned();
    for theme in &catalogue.0 {
        let _ = writeln!(page, "\n## {}", theme.title);
        for (name, code) in &theme.codes {
            section(name, code, &mut page);
        }
    }
    page
}

fn section(name: &str, code: &Code, page: &mut String) {
    let (ranks, means, remedy) = (code.ranks(), &code.means, &code.remedy);
    let _ = writeln!(page, "\n### `{name}`\n\n*{ranks}*: {means}\n\n{remedy}");
    if let Some(example) = &code.example {
        let _ = writeln!(page, "\n```text\n{}\n```", example.trim_end());
    }
}
