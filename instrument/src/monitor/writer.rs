//! A writer of Java source. It alone indents: whoever writes a line says nothing of blanks.

use std::fmt::Display;

use text::Span;

use super::java::JavaText;

/// The blanks of one level.
const INDENT: &str = "    ";

/// Java source under construction.
///
/// ```text
/// java.block("void close()", |java| java.line("isOpen = false;"));
/// ```
///
/// writes three lines, the second of them one level further in. Text that is copied from the
/// property file stays as it is, as blanks count in text blocks.
#[derive(Debug, Default)]
pub struct JavaWriter {
    text: JavaText,
    depth: usize,
}

impl JavaWriter {
    /// Makes a writer that has written nothing.
    pub fn new() -> Self {
        JavaWriter::default()
    }

    /// Gives the text.
    pub fn finish(self) -> JavaText {
        self.text
    }

    /// Writes a line.
    pub fn line(&mut self, line: impl Display) {
        self.begin(line);
        self.end("");
    }

    /// Begins a line.
    pub fn begin(&mut self, line: impl Display) {
        let line = line.to_string();
        if !line.is_empty() {
            self.text.append(&INDENT.repeat(self.depth));
        }
        self.text.append(&line);
    }

    /// Ends the line that has been begun, or that copied text has left open.
    pub fn end(&mut self, rest: &str) {
        self.text.append(rest);
        self.text.append("\n");
    }

    /// Writes `head {`, what `body` writes, and `}`.
    pub fn block<R>(&mut self, head: impl Display, body: impl FnOnce(&mut Self) -> R) -> R {
        self.block_with_end(head, "}", body)
    }

    /// Writes `head {`, what `body` writes, and `end`.
    pub fn block_with_end<R>(
        &mut self,
        head: impl Display,
        end: &str,
        body: impl FnOnce(&mut Self) -> R,
    ) -> R {
        self.line(opening(head));
        let written = self.nested(body);
        self.line(end);
        written
    }

    /// Writes what `body` writes one level further in.
    pub fn nested<R>(&mut self, body: impl FnOnce(&mut Self) -> R) -> R {
        self.depth += 1;
        let written = body(self);
        self.depth -= 1;
        written
    }

    /// Writes `head {`; the block goes on until [`close`](Self::close) ends it.
    pub fn open(&mut self, head: impl Display) {
        self.line(opening(head));
        self.depth += 1;
    }

    /// Ends so many blocks that [`open`](Self::open) has begun, all in one line.
    pub fn close(&mut self, blocks: usize) {
        self.depth -= blocks;
        self.line("}".repeat(blocks));
    }

    /// Writes what `body` writes, which is generated for what stands at `cause` in the property file.
    pub fn generated<R>(&mut self, cause: Span, body: impl FnOnce(&mut Self) -> R) -> R {
        let first = self.text.line();
        let written = body(self);
        self.text.generated(first, cause);
        written
    }

    /// Writes text that is not indented and may stop within a line.
    pub fn verbatim(&mut self, text: &str) {
        self.text.append(text);
    }

    /// Writes text copied from the property file; `origin` is where it begins there.
    pub fn copied(&mut self, text: &str, origin: Span) {
        self.text.copied(text, origin);
    }

    /// Writes text that stands for something written at `origin`.
    pub fn replaced(&mut self, text: &str, origin: Span) {
        self.text.replaced(text, origin);
    }
}

/// The line at which a block begins; a block without a head is a bare `{`.
fn opening(head: impl Display) -> String {
    format!("{head} {{").trim_start().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_indent_and_copied_text_does_not() {
        let mut java = JavaWriter::new();
        java.block("class A", |java| {
            java.block("", |java| java.line("run();"));
            java.open("for (;;)");
            java.open("if (x)");
            java.copied("  \"\"\"\n  text\"\"\"", Span::default());
            java.end(";");
            java.close(2);
        });
        let text = java.finish();
        assert_eq!(
            text.text(),
            "class A {\n    {\n        run();\n    }\n    for (;;) {\n        if (x) {\n  \"\"\"\n  text\"\"\";\n    }}\n}\n"
        );
    }

    #[test]
    fn copied_text_keeps_its_place_across_lines() {
        let mut java = JavaWriter::new();
        java.open("class A");
        java.begin("if (");
        java.copied(
            "x >\n  y",
            Span {
                start: 10,
                end: 17,
                line: 7,
                column: 12,
            },
        );
        java.end(") ;");
        let text = java.finish();
        let place = |line, column| {
            text.origin(line, column)
                .map(|span| (span.line, span.column))
        };
        assert_eq!(place(2, 11), Some((7, 14)));
        assert_eq!(place(3, 3), Some((8, 3)));
        assert_eq!(place(1, 1), None);
    }

    #[test]
    fn generated_lines_have_the_place_of_their_cause() {
        let cause = Span {
            line: 7,
            column: 12,
            ..Span::default()
        };
        let mut java = JavaWriter::new();
        java.block("class A", |java| {
            java.generated(cause, |java| java.line("int x;"));
            java.line("int y;");
        });
        let text = java.finish();
        let causes = [1, 2, 4].map(|line| text.cause(line));
        assert_eq!(causes, [None, Some(cause), None]);
        assert_eq!(text.origin(2, 1), None);
    }
}
