//! The languages that properties are written in. Each reader makes a draft of what the file says; one assembly makes a
//! specification of every draft, so that all languages follow the same rules.

mod assembly;
mod draft;
mod pattern;

pub mod clara;
pub mod dot;
pub mod lrv;
pub mod mop;
pub mod yaml;

pub(crate) use pattern::milliseconds;

use crate::diagnostic::{Diagnostic, Span, nearest};
use crate::model::Specification;

/// The extensions of the names of property files.
pub const EXTENSIONS: [&str; 5] = ["yaml", "yml", "lrv", "mop", "aj"];

/// Reads a property file in the language that the extension of its name tells.
///
/// # Errors
/// An unknown extension; everything that is wrong with the file.
pub fn read(file_name: &str, text: &str) -> Result<Specification, Vec<Diagnostic>> {
    match file_name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "yaml" | "yml" => yaml::read(file_name, text),
        "lrv" => lrv::read(file_name, text),
        "mop" => mop::read(file_name, text),
        "aj" => clara::read(file_name, text),
        other => {
            let message = format!("the file name does not tell a property language: `.{other}` is not known");
            let known = EXTENSIONS.map(|extension| format!("`.{extension}`")).join(", ");
            let help = match nearest(other, EXTENSIONS) {
                Some(near) => format!("did you mean `.{near}`?"),
                None => format!("known: {known}"),
            };
            Err(vec![Diagnostic::error(file_name, Span::default(), "unknown-format", message).with_help(help)])
        }
    }
}
