//! The same questions at different prices: by declared types, by points-to sets, by points-to sets
//! with models of the library. What a more precise setting says a less precise one says, too.

use ir::Program;
use java_types::descriptor::Type;

use crate::call_graph::CallGraph;
use crate::carried::Carried;
use crate::class_hierarchy::ClassHierarchy;
use crate::declared_types::may_be_one;
use crate::dispatch::Dispatch;
use crate::explore::{Start, explore};
use crate::hidden::{Hidden, Reflection};
use crate::models::Models;
use crate::node::Variable;
use crate::result::PointsTo;

/// How precise calls and aliases are, the least precise first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Precision {
    /// By declared types alone.
    ClassHierarchy,
    /// By points-to sets; the library may do anything.
    WithoutModels,
    /// By points-to sets and what models say of the library.
    Full,
}

/// Calls and aliases of a program.
#[derive(Debug)]
pub struct Answers {
    /// The call graph.
    pub calls: CallGraph,
    /// The effects of reflection.
    pub hidden: Hidden,
    /// Points-to sets, where the setting has any.
    pub points_to: Option<PointsTo>,
}

impl Precision {
    /// All settings, the least precise first.
    pub const ALL: [Precision; 3] = [
        Precision::ClassHierarchy,
        Precision::WithoutModels,
        Precision::Full,
    ];

    /// Asks with this precision. Full precision may be given up beyond a budget
    /// ([`crate::explore`]).
    pub fn answers(
        self,
        program: &Program,
        dispatch: &Dispatch<'_>,
        start: &Start<'_>,
        models: &Models,
    ) -> Answers {
        let by_objects = |models: &Models| {
            let (points_to, hidden) = explore(program, dispatch, start, models);
            Answers {
                calls: CallGraph::of(&points_to),
                hidden,
                points_to: Some(points_to),
            }
        };
        match self {
            Precision::ClassHierarchy => by_class_hierarchy(program, dispatch, start),
            Precision::WithoutModels => by_objects(&Models::none()),
            Precision::Full => by_objects(models),
        }
    }
}

fn by_class_hierarchy(program: &Program, dispatch: &Dispatch<'_>, start: &Start<'_>) -> Answers {
    let mut reflection =
        Reflection::new(program, dispatch, &start.openings, &start.given, start.log);
    let mut hierarchy = ClassHierarchy::new(program, dispatch);
    loop {
        hierarchy.add(&start.roots(&reflection));
        hierarchy.run();
        if !reflection.look(hierarchy.running(), &hierarchy.calls(), &Carried::default()) {
            return Answers {
                calls: hierarchy.finish(),
                hidden: reflection.finish(),
                points_to: None,
            };
        }
    }
}

impl Answers {
    /// Returns whether two locals may hold one object: their declared types have it, and so have
    /// their points-to sets.
    pub fn may_alias(&self, program: &Program, first: Variable, second: Variable) -> bool {
        self.may_hold_one(first, second)
            && match (declared(program, first), declared(program, second)) {
                (Some(first), Some(second)) => may_be_one(program, first, second),
                _ => true,
            }
    }

    /// Returns whether points-to sets, if there are any, share an object.
    pub(crate) fn may_hold_one(&self, first: Variable, second: Variable) -> bool {
        let Some(points_to) = &self.points_to else {
            return true;
        };
        points_to.may_alias(first, second)
    }
}

/// The declared type of a local.
pub(crate) fn declared(program: &Program, variable: Variable) -> Option<&Type> {
    let Variable { method, local } = variable;
    Some(&program.methods[method].body.as_ref()?.locals[local].ty)
}
