//! Call graph and hidden control flow together: what runs decides what reflection does, and what
//! reflection reaches runs.

use std::collections::BTreeSet;

use ir::{ClassId, FieldId, LocalId, MethodId, Program};

use crate::constraints::Constraints;
use crate::dispatch::Dispatch;
use crate::effect::Effect;
use crate::exposure::{HandedOver, Refutations};
use crate::hidden::{Hidden, Reflection, ReflectionLog};
use crate::models::Models;
use crate::openness::Opening;
use crate::properties::PropertyCode;
use crate::result::PointsTo;
use crate::roots::Roots;
use crate::solver::{Solver, budget};

/// The start of execution, and the effects that do not depend on reflection.
#[derive(Debug, Clone, Default)]
pub struct Start<'a> {
    /// The entry points; one of them runs, once.
    pub entries: Vec<MethodId>,
    /// Locals whose values code outside the sources gets hold of: event parameters that monitors
    /// hand on.
    pub escaping: Vec<(MethodId, LocalId)>,
    /// The code of properties that is code of the program, too.
    pub properties: Vec<PropertyCode>,
    /// Locals of code that may be other than the sources say: they may hold whatever fits and is
    /// known outside, and outside is known what they hold.
    pub changed: Vec<(MethodId, LocalId)>,
    /// Fields of what is in a local whose values it gets hold of likewise.
    pub escaping_fields: Vec<(MethodId, LocalId, FieldId)>,
    /// The effects of code outside the sources: it calls entry points other than `main`, and what
    /// monitors name.
    pub given: Vec<Effect>,
    /// The openings before reflection is looked at ([`crate::openings`]).
    pub openings: Vec<Opening>,
    /// The openings by texts in the code. They do not show that anybody but the JDK knows those
    /// classes.
    pub named: Vec<Opening>,
    /// The classes whose class files may have code that the sources do not show: nothing is certain
    /// then.
    pub rewritten: BTreeSet<ClassId>,
    /// The log of reflective calls: those that it names reach nothing else.
    pub log: Option<&'a ReflectionLog>,
}

impl Start<'_> {
    /// Returns what is known to be reached, as roots.
    pub(crate) fn roots(&self, reflection: &Reflection<'_>) -> Roots {
        Roots {
            escaping: self.escaping.clone(),
            changed: self.changed.clone(),
            rewritten: self.rewritten.clone(),
            escaping_fields: self.escaping_fields.clone(),
            properties: self.properties.clone(),
            ..reflection.reached().roots(&self.entries)
        }
    }
}

/// Points-to sets, call graph, and what reflection reaches: only that of methods which may run
/// counts. Deterministic.
///
/// The constraints are solved, what the methods do by reflection that run is added to the roots,
/// and so on until nothing is new. Models may be given up on the way
/// ([`crate::EFFORT_WITH_MODELS`], [`PointsTo::is_modelled`]).
///
/// ```
/// use std::sync::Arc;
///
/// use points_to::models::Models;
/// use points_to::{Dispatch, Start, entries, explore};
/// use java_lower::Source;
/// use jvm::{classpath::ClassPath, jdk::Jdk};
///
/// let text = "class Main { public static void main(String[] a) { new Session().send(); } }
///             class Session { void open() {} void send() {} }";
/// let source = Source { root: "src".into(), path: "Main.java".into(), bytes: text.into() };
/// let class_path = ClassPath::open(&[], &Jdk::from_environment().unwrap()).unwrap();
/// let program = java_lower::load(vec![source], Arc::new(class_path)).unwrap();
///
/// let start = Start { entries: entries(&program, &[]).unwrap().methods, ..Start::default() };
/// let (points_to, _) = explore(&program, &Dispatch::new(&program), &start, &Models::jdk());
/// let runs = |name: &str| {
///     let mut methods = points_to.reachable.iter();
///     methods.any(|&method| &*program.methods[method].name == name)
/// };
/// assert!(runs("main") && runs("send") && !runs("open"));
/// ```
pub fn explore(
    program: &Program,
    dispatch: &Dispatch<'_>,
    start: &Start<'_>,
    models: &Models,
) -> (PointsTo, Hidden) {
    let ((points_to, _), hidden) = explored(program, dispatch, start, models, false);
    (points_to, hidden)
}

/// As [`explore`], but without a second try: none if the models cost more than they may
/// ([`EFFORT_WITH_MODELS`](crate::EFFORT_WITH_MODELS)). Without models most objects are shared by all threads.
pub fn explore_modelled(
    program: &Program,
    dispatch: &Dispatch<'_>,
    start: &Start<'_>,
    models: &Models,
) -> Option<PointsTo> {
    let openings = openings(start);
    let mut reflection = Reflection::new(program, dispatch, &openings, &start.given, start.log);
    let mut solver = Solver::new(program, dispatch, models, false);
    let is_solved = run(&mut solver, budget(program), start, &mut reflection);
    is_solved.then(|| solver.finish().0)
}

/// As [`explore`], with the constraints for [`Why`](crate::Why): the same result, for more memory.
pub fn explore_recorded(
    program: &Program,
    dispatch: &Dispatch<'_>,
    start: &Start<'_>,
    models: &Models,
) -> (PointsTo, Hidden, Constraints) {
    let ((points_to, constraints), hidden) = explored(program, dispatch, start, models, true);
    (points_to, hidden, constraints)
}

fn explored(
    program: &Program,
    dispatch: &Dispatch<'_>,
    start: &Start<'_>,
    models: &Models,
    recording: bool,
) -> ((PointsTo, Constraints), Hidden) {
    let openings = openings(start);
    let mut reflection = Reflection::new(program, dispatch, &openings, &start.given, start.log);
    let mut solver = Solver::new(program, dispatch, models, recording);
    if run(&mut solver, budget(program), start, &mut reflection) {
        return (solver.finish(), reflection.finish());
    }
    let without = Models::none();
    let mut solver = Solver::new(program, dispatch, &without, recording);
    run(&mut solver, u64::MAX, start, &mut reflection);
    (solver.finish(), reflection.finish())
}

fn openings(start: &Start<'_>) -> Vec<Opening> {
    [start.openings.as_slice(), &start.named].concat()
}

/// Returns whether nothing is new any more; false if the budget was used up before.
fn run(
    solver: &mut Solver<'_>,
    budget: u64,
    start: &Start<'_>,
    reflection: &mut Reflection<'_>,
) -> bool {
    let mut handed_over = HandedOver::default();
    let mut refutations = Refutations::default();
    loop {
        solver.add(&start.roots(reflection));
        if !solver.run(budget) {
            return false;
        }
        let carried = solver.carried();
        let is_new = reflection.look(solver.running(), &solver.calls(), &carried);
        if solver.deposit(reflection.deposits()) || is_new {
            continue;
        }
        let (program, dispatch) = (reflection.program(), reflection.dispatch());
        let is_handed_over =
            handed_over.look(program, dispatch, solver, !start.openings.is_empty());
        if !refutations.look(program, dispatch, solver) && !is_handed_over {
            return true;
        }
        reflection.open(handed_over.openings());
        reflection.open(refutations.openings());
    }
}
