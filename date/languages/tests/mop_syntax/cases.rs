//! Files of broken texts with what is said of them. `RESIDUA_WRITE=1` writes the findings anew.
//!
//! A file has cases; a case is a line `=== what is wrong`, the text, a line `---`, and the
//! findings.

/// A file of cases, by its path below the tests of this crate.
pub struct Cases {
    pub path: &'static str,
    pub text: &'static str,
}

impl Cases {
    /// Holds each case against what `findings` says of its text, which must be something; there are
    /// `least` cases or more.
    pub fn check(&self, least: usize, findings: impl Fn(&str) -> Option<String>) {
        let cases = self.cases();
        let mut text = String::new();
        for (title, broken) in &cases {
            let found = findings(broken).unwrap_or_else(|| panic!("accepted: {title}"));
            text += &format!("=== {title}\n{broken}---\n{}\n", found.trim_end());
        }
        if std::env::var_os("RESIDUA_WRITE").is_some() {
            std::fs::write(
                format!("{}/tests/{}", env!("CARGO_MANIFEST_DIR"), self.path),
                &text,
            )
            .expect("written");
        } else {
            let path = self.path;
            assert!(
                text == self.text,
                "{path} is not up to date; RESIDUA_WRITE=1 writes it anew:\n{text}"
            );
        }
        assert!(cases.len() >= least, "{} cases", cases.len());
    }

    fn cases(&self) -> Vec<(&'static str, &'static str)> {
        let cases = self.text.split("=== ").skip(1);
        let split = |case: &'static str| {
            let (title, rest) = case.split_once('\n')?;
            Some((
                title,
                rest.split_once("---\n").map_or(rest, |(text, _)| text),
            ))
        };
        cases.filter_map(split).collect()
    }
}
