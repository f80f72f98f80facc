//! The whole file.

use super::context::CONTEXT;
use super::reader::Reader;
use crate::draft::{DraftContext, DraftSpecification};
use crate::yaml::node::Node;
use text::nearest;

impl Reader<'_> {
    pub(super) fn specification(&mut self, root: &Node) -> DraftSpecification {
        let known: Vec<&str> = ["package", "imports", "methods", "method-references"]
            .into_iter()
            .chain(CONTEXT)
            .collect();
        let entries = self.entries(root, "a property file", &known);
        let imports = self.words(
            entries.get("imports"),
            "a Java import such as `java.util.Iterator`",
        );
        let package = entries
            .get("package")
            .and_then(|node| self.text(node, "the name of a package"));

        let methods = self.java(entries.get("methods"), "Java methods");
        let hears_references = self.references(entries.get("method-references"));
        self.context(&entries, DraftContext::new(None, root.range.clone()));
        let (package, contexts) = (
            package.map(|word| word.text),
            std::mem::take(&mut self.contexts),
        );

        DraftSpecification {
            imports,
            package,
            hears_references,
            methods,
            contexts,
        }
    }

    /// Returns whether method references are `heard`, which they are unless they are `ignored`.
    fn references(&mut self, node: Option<&Node>) -> bool {
        let Some(word) = node.and_then(|node| self.text(node, "`heard` or `ignored`")) else {
            return true;
        };
        match word.text.as_str() {
            "heard" => true,
            "ignored" => false,
            other => {
                let message = format!("method references cannot be `{other}`");
                let near = nearest(other, ["heard", "ignored"])
                    .map(|near| format!("did you mean `{near}`?"));
                let help =
                    near.unwrap_or_else(|| "write `heard` (the default) or `ignored`".to_owned());
                self.error_with_help(word.range, "method-references", message, help);
                true
            }
        }
    }
}
