//! The methods that hold code of the user: what it throws does not leave them.

use date::code::Code;
use text::Diagnostic;

use super::Subject;
use super::java::quoted;
use super::names::THROWABLE;
use super::rewrite::{self, Setting};
use super::writer::JavaWriter;

/// Hands over the reports made before code of a property runs: what it prints comes behind them, and
/// it may end the program.
const FLUSH: &str = "if (residua.runtime.Reports.areWaiting()) residua.runtime.Reports.flush();";

/// A piece of user code, and the method that holds it.
pub struct UserCode<'c> {
    /// The name of the method.
    pub method: &'c str,
    /// Its kind in messages, such as `a condition`.
    pub kind: &'c str,
    /// The code.
    pub code: &'c Code,
    /// The place at which it runs.
    pub setting: Setting,
}

impl UserCode<'_> {
    /// Appends a method that evaluates a condition or filter; one that throws is false.
    ///
    /// # Errors
    /// Names that stand for nothing.
    pub fn append_condition(
        &self,
        java: &mut JavaWriter,
        subject: &Subject<'_>,
    ) -> Result<(), Diagnostic> {
        let method = self.method;
        java.block(format_args!("private boolean {method}()"), |java| {
            java.line(FLUSH);
            java.line(format_args!("try {{ return {method}$(); }}"));
            java.line(self.caught(subject, "return false; "));
        });
        let head = format!("private boolean {method}$() throws {THROWABLE} {{ return (");
        self.append_code(java, subject, &head, "); }")
    }

    /// Appends the method of a `where`. One that returns early or throws drops the event;
    /// `if (true)` lets it return in the middle.
    ///
    /// # Errors
    /// Names that stand for nothing.
    pub fn append_where(
        &self,
        java: &mut JavaWriter,
        subject: &Subject<'_>,
    ) -> Result<(), Diagnostic> {
        let method = self.method;
        java.block(format_args!("private boolean {method}()"), |java| {
            java.line(FLUSH);
            java.line("boolean[] completed = new boolean[1];");
            java.line(format_args!("try {{ {method}$(completed); }}"));
            java.line(self.caught(subject, ""));
            java.line("return completed[0];");
        });
        let head = format!(
            "private void {method}$(boolean[] r$completed) throws {THROWABLE} {{ if (true) {{"
        );
        self.append_code(java, subject, &head, "} r$completed[0] = true; }")
    }

    /// Appends a method that runs statements.
    ///
    /// # Errors
    /// Names that stand for nothing.
    pub fn append_statements(
        &self,
        java: &mut JavaWriter,
        subject: &Subject<'_>,
    ) -> Result<(), Diagnostic> {
        let method = self.method;
        self.append_attempt(java, subject, &format!("{method}$();"));
        let head = format!("private void {method}$() throws {THROWABLE} {{");
        self.append_code(java, subject, &head, "}")
    }

    /// Appends a method that gives a variable of this type its initial value; one that throws
    /// leaves Java's default.
    ///
    /// # Errors
    /// Names that stand for nothing.
    pub fn append_initial(
        &self,
        java: &mut JavaWriter,
        subject: &Subject<'_>,
        variable: &str,
        ty: &str,
    ) -> Result<(), Diagnostic> {
        let method = self.method;
        self.append_attempt(java, subject, &format!("{variable} = {method}$();"));
        let head = format!("private {ty} {method}$() throws {THROWABLE} {{ return ");
        self.append_code(java, subject, &head, "; }")
    }

    /// Appends the method that makes the call of the code.
    fn append_attempt(&self, java: &mut JavaWriter, subject: &Subject<'_>, call: &str) {
        java.block(format_args!("private void {}()", self.method), |java| {
            java.line(FLUSH);
            java.line(format_args!("try {{ {call} }}"));
            java.line(self.caught(subject, ""));
        });
    }

    /// The clause that catches what the code throws: it is told once.
    fn caught(&self, subject: &Subject<'_>, then: &str) -> String {
        let name = quoted(&format!(
            "{} at {}:{}",
            self.kind, subject.specification.file, self.code.span.line
        ));
        format!(
            "catch ({THROWABLE} thrown) {{ residua.runtime.Faults.tell({name}, thrown); {then}}}"
        )
    }

    /// Appends the code on lines of its own, between a line and another.
    fn append_code(
        &self,
        java: &mut JavaWriter,
        subject: &Subject<'_>,
        head: &str,
        end: &str,
    ) -> Result<(), Diagnostic> {
        java.line(head);
        rewrite::append(java, subject, self.code, self.setting)?;
        java.end("");
        java.line(end);
        Ok(())
    }
}
