//! The languages that properties are written in. Each reader makes a draft of what the file says;
//! one assembly makes a specification of every draft, so that all languages follow the same rules.

mod assembly;
mod draft;
mod fidelity;
mod pattern;

pub mod clara;
pub mod comments;
pub mod drawing;
pub mod java;
pub mod lrv;
pub mod mop;
pub mod names;
pub mod validate;
pub mod verde;
pub mod yaml;

pub use fidelity::Fidelity;
pub use pattern::{milliseconds, print_flow};

use date::model::Specification;
use text::{Diagnostic, Span, nearest};

/// The extensions of the names of property files.
pub const EXTENSIONS: [&str; 6] = ["yaml", "yml", "lrv", "mop", "aj", "verde"];

/// Reads a file that a property file names, by its path as written there; the error says why it
/// cannot.
pub type Beside<'a> = &'a dyn Fn(&str) -> Result<String, String>;

/// A property file, read.
#[derive(Debug, Clone)]
pub struct Reading {
    /// Its kind.
    pub specification: Specification,
    /// Warnings and notes: what means something else to the tool whose language it is in.
    pub findings: Vec<Diagnostic>,
}

/// Reads a property file in the language that the extension of its name tells, as it is documented.
/// One that names other files is refused.
///
/// ```
/// let session = "
/// foreach:
///   - parameters: [Session s]
///     events:
///       open: call Session.open() target s
///       send: call Session.send() target s
///     properties:
///       lifecycle:
///         states: {fresh: initial, live: , early: bad}
///         transitions:
///           - fresh -> live: open
///           - fresh -> early: send
/// ";
/// let specification = languages::read("session.yaml", session).unwrap();
/// assert_eq!(specification.properties[0].name, "lifecycle");
///
/// let wrong = session.replace("fresh -> early", "fresh -> late");
/// let findings = languages::read("session.yaml", &wrong).unwrap_err();
/// assert_eq!((&*findings[0].code, findings[0].span.line), ("unknown-state", 12));
/// ```
///
/// # Errors
/// An unknown extension; everything that is wrong with the file.
pub fn read(file_name: &str, text: &str) -> Result<Specification, Vec<Diagnostic>> {
    let alone = |_: &str| Err("no other files are read here".to_owned());
    read_with(file_name, text, Fidelity::Documented, &alone).map(|reading| reading.specification)
}

/// The same with the files `beside` it, as documented or as the original tools do, and with
/// findings.
///
/// # Errors
/// As [`read`], and files that cannot be read.
pub fn read_with(
    file_name: &str,
    text: &str,
    fidelity: Fidelity,
    beside: Beside<'_>,
) -> Result<Reading, Vec<Diagnostic>> {
    let plain = |specification| Reading {
        specification,
        findings: Vec::new(),
    };
    match file_name
        .rsplit_once('.')
        .map_or("", |(_, extension)| extension)
    {
        "yaml" | "yml" => yaml::read(file_name, text).map(plain),
        "lrv" => lrv::read(file_name, text, fidelity, beside),
        "mop" => mop::read(file_name, text, fidelity),
        "aj" => clara::read(file_name, text).map(plain),
        "verde" => verde::read(file_name, text).map(plain),
        other => {
            let message = format!(
                "the ending of the file names no property language: `.{other}` is not known"
            );
            let known = EXTENSIONS
                .map(|extension| format!("`.{extension}`"))
                .join(", ");
            let help = match nearest(other, EXTENSIONS) {
                Some(near) => format!("did you mean `.{near}`?"),
                None => format!("known: {known}"),
            };
            Err(vec![
                Diagnostic::error(file_name, Span::default(), "unknown-format", message)
                    .with_help(help),
            ])
        }
    }
}
