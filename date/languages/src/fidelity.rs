//! The differences between the tools that property languages come from and their documentation.
//!
//! A reader follows the documentation and warns at each place of a file where its own tool would
//! not, or follows the tool and notes that. What a tool does there is the reader's business; how it
//! is told is decided here.

use std::cell::RefCell;
use std::ops::Range;

use text::{Diagnostic, Severity, Source};

/// The side that counts where the documentation of a language and its tool differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fidelity {
    /// The documentation.
    #[default]
    Documented,
    /// The original tool.
    Original,
}

/// The differences that a reader meets in one file.
pub(super) struct Differences<'a> {
    source: &'a Source<'a>,
    /// The name of the tool.
    tool: &'static str,
    fidelity: Fidelity,
    findings: RefCell<Vec<Diagnostic>>,
}

impl<'a> Differences<'a> {
    /// None so far.
    pub fn new(source: &'a Source<'a>, tool: &'static str, fidelity: Fidelity) -> Self {
        Differences {
            source,
            tool,
            fidelity,
            findings: RefCell::new(Vec::new()),
        }
    }

    /// Returns whether the tool is followed.
    pub fn follow_tool(&self) -> bool {
        self.fidelity == Fidelity::Original
    }

    /// Warns of something that is the same to the tool.
    pub fn warn(&self, range: Range<usize>, code: &str, message: String, help: &str) {
        self.add(range, code, message, Severity::Warning, help.to_owned());
    }

    /// A place where the tool does something else (`does`, as in "LARVA .."); gives whether that is
    /// to be followed.
    pub fn differs(
        &self,
        range: Range<usize>,
        code: &str,
        message: String,
        does: &str,
        here: &str,
    ) -> bool {
        let tool = self.tool;
        let (severity, help) = match self.fidelity {
            Fidelity::Documented => (
                Severity::Warning,
                format!("{tool} {does}; {here}, unless `--compat` is given"),
            ),
            Fidelity::Original => (
                Severity::Note,
                format!("{tool} {does}, which `--compat` follows"),
            ),
        };
        self.add(range, code, message, severity, help);
        self.follow_tool()
    }

    /// A place where what the tool does cannot be followed.
    pub fn differs_for_good(
        &self,
        range: Range<usize>,
        code: &str,
        message: String,
        does: &str,
        here: &str,
    ) {
        let unfollowed = if self.follow_tool() {
            ", and `--compat` cannot follow it"
        } else {
            ""
        };
        self.add(
            range,
            code,
            message,
            Severity::Warning,
            format!("{} {does}{unfollowed}; {here}", self.tool),
        );
    }

    /// A place where the tool stops, or makes what no compiler takes, though it is documented.
    ///
    /// # Errors
    /// The tool is followed.
    pub fn stops(
        &self,
        range: Range<usize>,
        code: &str,
        message: String,
        here: &str,
    ) -> Result<(), Diagnostic> {
        self.only_here(range.clone(), code, &message)?;
        self.add(
            range,
            code,
            message,
            Severity::Warning,
            format!("{here}, unless `--compat` is given"),
        );
        Ok(())
    }

    /// A place that the tool does not take and does not promise to.
    ///
    /// # Errors
    /// The tool is followed.
    pub fn only_here(
        &self,
        range: Range<usize>,
        code: &str,
        message: &str,
    ) -> Result<(), Diagnostic> {
        match self.fidelity {
            Fidelity::Documented => Ok(()),
            Fidelity::Original => Err(self
                .source
                .error(range, code, message)
                .with_help("it is read without `--compat`")),
        }
    }

    fn add(
        &self,
        range: Range<usize>,
        code: &str,
        message: String,
        severity: Severity,
        help: String,
    ) {
        let warning = self
            .source
            .warning_at(self.source.span(range), code, message)
            .with_help(help);
        self.findings.borrow_mut().push(Diagnostic {
            severity,
            ..warning
        });
    }

    /// Returns what has been found, in the order of the file, each once.
    pub fn into_findings(self) -> Vec<Diagnostic> {
        let mut findings = self.findings.into_inner();
        findings.sort_by(|a, b| (a.span, &a.code).cmp(&(b.span, &b.code)));
        findings.dedup();
        findings
    }
}
