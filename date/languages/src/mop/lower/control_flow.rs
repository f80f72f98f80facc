//! `cflow(..)` and `cflowbelow(..)`.

use super::Lowering;
use super::alternatives::Literal;
use super::pointcut::Conjunction;
use super::scope::Scope;
use crate::mop::syntax::{Pointcut, PointcutKind};
use date::model::{Binding, ControlFlow, FlowTest, PointPattern};
use text::Diagnostic;

impl Lowering<'_> {
    /// Adds that a thread is in the control flow that a part means, or is not.
    pub(super) fn add_flow(
        &self,
        literal: &Literal<'_>,
        said: &mut Conjunction,
    ) -> Result<(), Diagnostic> {
        let Literal {
            pointcut,
            holds,
            scope,
        } = literal;
        for inner in pointcut.parts() {
            let below = matches!(pointcut.kind, PointcutKind::CflowBelow(_));
            said.flows.push(FlowTest {
                flow: self.flow(inner, below, scope)?,
                holds: *holds,
            });
        }
        Ok(())
    }

    /// Returns what a pointcut in `cflow(..)` or `cflowbelow(..)` means: a pattern for each of its
    /// alternatives, of which several may hold at one point.
    fn flow(
        &self,
        pointcut: &Pointcut,
        below: bool,
        scope: &Scope<'_>,
    ) -> Result<ControlFlow, Diagnostic> {
        let place = pointcut.place.range();
        let mut points = Vec::new();
        for literals in self.alternatives_of(Literal {
            pointcut,
            holds: true,
            scope: scope.clone(),
        })? {
            let Some(said) = self.conjunction(&literals)? else {
                continue;
            };
            if !(said.tests.is_empty() && said.conditions.is_empty()) {
                return Err(self.unsupported(
                    place,
                    "a condition within `cflow(..)`, or `!target(..)` or `!args(..)`",
                ));
            }
            let mut point = self.point(said, place.clone())?;
            self.release(&mut point, scope);
            if !ControlFlow::takes(&point) {
                let error =
                    self.unsupported(place, "what is bound in `cflow(..)`, or has no course,");
                let help = "write a `call(..)`, an `execution(..)` or a `staticinitialization(..)` in it, and types instead of variables";
                return Err(error.with_help(help));
            }
            points.push(point);
        }

        if points.is_empty() {
            Err(self.source.error(
                place,
                "mop-unsupported",
                "no program point can be one of these",
            ))
        } else {
            Ok(ControlFlow { points, below })
        }
    }

    /// The objects that a pattern tests without binding a variable of the event have no names.
    fn release(&self, point: &mut PointPattern, Scope { event, names, .. }: &Scope<'_>) {
        let is_formal = |binding: &Binding| {
            let mut formals = self.spec.events[*event].formals();
            formals.any(|formal| names.variable(*event, &formal.name.text) == binding.name)
        };
        let objects = point.target.iter_mut().chain(&mut point.caller);
        objects
            .filter(|binding| !is_formal(binding))
            .for_each(|binding| binding.name.clear());
    }
}
