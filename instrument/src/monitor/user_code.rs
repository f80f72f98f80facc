//! The methods that hold code of the user: what it throws does not leave them.

use date::code::Code;
use text::Diagnostic;

use super::Subject;
use super::java::{JavaText, quoted};
use super::names::THROWABLE;
use super::rewrite::{self, Setting};

/// A method that evaluates a condition or filter; one that throws is false.
///
/// # Errors
/// Names that stand for nothing.
pub fn append_condition(
    java: &mut JavaText,
    subject: &Subject<'_>,
    method: &str,
    what: &str,
    code: &Code,
    setting: Setting,
) -> Result<(), Diagnostic> {
    java.line(format_args!("    private boolean {method}() {{"));
    java.line(format_args!("        try {{ return {method}$(); }}"));
    java.line(format_args!(
        "        catch ({THROWABLE} thrown) {{ residua.runtime.Faults.tell({}, thrown); return false; }}",
        fault_name(subject, what, code)
    ));
    java.line("    }");
    java.line(format_args!(
        "    private boolean {method}$() throws {THROWABLE} {{ return ("
    ));
    rewrite::append(java, subject, code, setting)?;
    java.line("\n    ); }");
    Ok(())
}

/// A `where` that returns early or throws drops the event; `if (true)` lets it return in the
/// middle.
///
/// # Errors
/// Names that stand for nothing.
pub fn append_where(
    java: &mut JavaText,
    subject: &Subject<'_>,
    method: &str,
    code: &Code,
    setting: Setting,
) -> Result<(), Diagnostic> {
    let fault = fault_name(subject, "a where", code);
    java.line(format_args!("    private boolean {method}() {{"));
    java.line("        boolean[] completed = new boolean[1];");
    java.line(format_args!("        try {{ {method}$(completed); }}"));
    java.line(format_args!(
        "        catch ({THROWABLE} thrown) {{ residua.runtime.Faults.tell({fault}, thrown); }}"
    ));
    java.line("        return completed[0];");
    java.line("    }");
    java.line(format_args!(
        "    private void {method}$(boolean[] r$completed) throws {THROWABLE} {{ if (true) {{"
    ));
    rewrite::append(java, subject, code, setting)?;
    java.line("\n    } r$completed[0] = true; }");
    Ok(())
}

/// A method that runs statements; what they throw is told once.
///
/// # Errors
/// Names that stand for nothing.
pub fn append_statements(
    java: &mut JavaText,
    subject: &Subject<'_>,
    method: &str,
    what: &str,
    code: &Code,
    setting: Setting,
) -> Result<(), Diagnostic> {
    java.line(format_args!("    private void {method}() {{"));
    java.line(format_args!("        try {{ {method}$(); }}"));
    java.line(format_args!(
        "        catch ({THROWABLE} thrown) {{ residua.runtime.Faults.tell({}, thrown); }}",
        fault_name(subject, what, code)
    ));
    java.line("    }");
    java.line(format_args!(
        "    private void {method}$() throws {THROWABLE} {{"
    ));
    rewrite::append(java, subject, code, setting)?;
    java.line("\n    }");
    Ok(())
}

/// What messages call a piece of code, as a Java literal.
pub fn fault_name(subject: &Subject<'_>, what: &str, code: &Code) -> String {
    quoted(&format!(
        "{what} at {}:{}",
        subject.specification.file, code.span.line
    ))
}
