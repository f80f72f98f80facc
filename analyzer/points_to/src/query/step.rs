//! What a chain consists of.

use date::diagnostic::Span;
use ir::{CallSiteId, FileId, MethodId, Program, Statement};

/// One step of a chain: what happens where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// File and place; `None` for what happens in code without sources.
    pub place: Option<Place>,
    /// What happens, as a clause about the object or method in question: "stored into field `Main.kept`".
    pub text: String,
}

/// A place in the sources.
pub type Place = (FileId, Span);

impl Step {
    pub(super) fn new(place: Option<Place>, text: impl Into<String>) -> Self {
        Step { place, text: text.into() }
    }
}

/// The place of a call.
pub(super) fn place_of_call(program: &Program, site: CallSiteId) -> Place {
    let point = &program.points[program.calls[site].point];
    (point.file, point.span)
}

/// The place of a method's name.
pub(super) fn place_of_method(program: &Program, method: MethodId) -> Place {
    in_method(program, method, program.methods[method].span)
}

/// A place in the file of a method.
pub(super) fn in_method(program: &Program, method: MethodId, span: Span) -> Place {
    (program.classes[program.methods[method].class].file, span)
}

/// The statements of a method, block after block.
pub(super) fn statements(program: &Program, method: MethodId) -> impl Iterator<Item = &Statement> {
    program.methods[method].body.iter().flat_map(|body| &body.blocks).flat_map(|block| &block.statements)
}
