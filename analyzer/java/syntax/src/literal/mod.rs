//! Values of literals (JLS 3.10), from their text with unicode escapes already decoded.

mod number;
mod text;

pub(crate) use number::number;
pub(crate) use text::{character, string};
