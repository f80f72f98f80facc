//! Cases written in Markdown: a heading with what is said about it, and blocks of code under it.

/// A heading with what is written about it, and the blocks under it by their names.
#[derive(Debug, PartialEq, Eq)]
pub struct Case {
    /// The heading, and the text below it.
    pub heading: String,
    /// Name and content of each block, in order.
    pub blocks: Vec<(String, String)>,
}

impl Case {
    /// The text before the first case of a file, and the cases.
    pub fn all(text: &str) -> (&str, Vec<Case>) {
        let (before, cases) = text.split_once("\n## ").expect("the file has cases");
        (
            before.trim_end(),
            cases.split("\n## ").map(Case::parse).collect(),
        )
    }

    /// A file of cases.
    pub fn file(before: &str, cases: &[Case]) -> String {
        let cases: String = cases
            .iter()
            .map(|case| format!("\n\n{}", case.print().trim_end()))
            .collect();
        format!("{before}{cases}\n")
    }

    fn parse(text: &str) -> Case {
        let mut pieces = text.split("```");
        let heading = pieces.next().unwrap_or_default().trim().to_owned();
        let blocks = pieces.step_by(2).map(|block| {
            let (name, content) = block.split_once('\n').unwrap_or((block, ""));
            (name.to_owned(), content.to_owned())
        });
        Case {
            heading,
            blocks: blocks.collect(),
        }
    }

    /// The content of a block.
    pub fn block(&self, name: &str) -> Option<&str> {
        self.blocks
            .iter()
            .find(|(other, _)| other == name)
            .map(|(_, content)| content.as_str())
    }

    /// The case as it is written.
    pub fn print(&self) -> String {
        let blocks = self
            .blocks
            .iter()
            .map(|(name, content)| format!("\n```{name}\n{content}```\n"));
        format!("## {}\n{}", self.heading, blocks.collect::<String>())
    }
}
