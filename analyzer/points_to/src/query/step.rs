//! The steps of a chain.

use ir::{CallSiteId, FileId, MethodId, Program, Statement};
use text::Span;

use crate::constraints::AppliedModel;
use crate::node::Application;

/// One step of a chain: what happens where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// File and place; `None` for what happens in code without sources.
    pub place: Option<Place>,
    /// The happening, as a clause about the object or method in question: "stored into field
    /// `Main.kept`".
    pub text: String,
    /// The model that it is about, and whether another step about it says as much.
    pub(super) model: Option<(Application, bool)>,
}

/// A place in the sources.
pub type Place = (FileId, Span);

impl Step {
    /// A step of a model; `implied` if another step of the model next to it may say as much.
    pub(super) fn of_model(
        place: Option<Place>,
        text: impl Into<String>,
        of: Option<(Application, &AppliedModel)>,
        implied: bool,
    ) -> Self {
        Step {
            model: of.map(|(application, _)| (application, implied)),
            ..Step::new(place, text)
        }
    }

    pub(super) fn new(place: Option<Place>, text: impl Into<String>) -> Self {
        Step {
            place,
            text: text.into(),
            model: None,
        }
    }
}

/// The steps without those that a neighbour says as well: a value that is passed to a model and put
/// somewhere by it, or taken out of something by it and given back.
pub(super) fn without_implied(steps: Vec<Step>) -> Vec<Step> {
    let is_kept: Vec<bool> = (0..steps.len())
        .map(|index| !is_implied(&steps, index))
        .collect();
    steps
        .into_iter()
        .zip(is_kept)
        .filter(|(_, is_kept)| *is_kept)
        .map(|(step, _)| step)
        .collect()
}

fn is_implied(steps: &[Step], index: usize) -> bool {
    let Some((application, true)) = steps[index].model else {
        return false;
    };
    let alike = |step: &Step| {
        step.model.is_some_and(|of| of.0 == application) && step.place == steps[index].place
    };
    let before = index.checked_sub(1).and_then(|before| steps.get(before));
    let says_more = |step: &Step| alike(step) && step.model.is_some_and(|(_, implied)| !implied);
    steps.get(index + 1).is_some_and(alike) || before.is_some_and(says_more)
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
    program.methods[method].statements()
}
