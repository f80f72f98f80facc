//! The parts of a pattern on the thread, and on the modifiers of members:
//!
//! ```text
//! flow     = ["!"] ("cflow" | "cflowbelow") "(" point ("|" point)* ")"
//! point    = ("call" | "execution") pattern test* | "initialization" TYPE ["+"] ("|" TYPE ["+"])* test*
//! test     = "within" ["!"]TYPE["+"] | "target" TYPE | "caller" TYPE
//! modifier = ["!"] ("public" | "static" | "synchronized" | ..)
//! ```
//! A point of a control flow binds nothing: what is written where other patterns have a variable is
//! a type.

use std::fmt::Write;

use super::{Known, Parser, print_point};
use date::model::{
    ControlFlow, FlowTest, Member, Modifier, ModifierPattern, PointPattern, Trigger,
};
use text::Diagnostic;

/// The clauses of control flows.
pub(super) const FLOWS: [&str; 4] = ["cflow", "cflowbelow", "!cflow", "!cflowbelow"];

/// No variable is known in a control flow.
static NOTHING: Known = Known::new();

impl Parser<'_> {
    /// Parses the pattern behind one of [`FLOWS`].
    pub(super) fn flow(&mut self, word: &str) -> Result<FlowTest, Diagnostic> {
        if self.in_flow {
            self.at -= 1;
            return Err(
                self.error("a control flow cannot have control flows of its own".to_owned())
            );
        }

        self.expect("(")?;
        let known = std::mem::replace(&mut self.known, &NOTHING);
        self.in_flow = true;
        let mut points = vec![self.flow_point()?];

        while self.accept("|") {
            points.push(self.flow_point()?);
        }

        self.known = known;
        self.in_flow = false;
        self.expect(")")?;
        Ok(FlowTest {
            flow: ControlFlow {
                points,
                below: word.ends_with("below"),
            },
            holds: !word.starts_with('!'),
        })
    }

    fn flow_point(&mut self) -> Result<PointPattern, Diagnostic> {
        let begin = self.at;
        match self.trigger()? {
            Trigger::Point(point) if ControlFlow::takes(&point) => Ok(point),
            _ => {
                self.at = begin;
                let help = "it is before a call, an execution or an initialization, and types alone are asked for in it";
                Err(self
                    .expected("a program point that takes its course")
                    .with_help(help))
            }
        }
    }

    /// The modifiers that a member is declared with.
    pub(super) fn modifiers(
        &mut self,
        member: &Member,
    ) -> Result<Vec<ModifierPattern>, Diagnostic> {
        let mut modifiers = Vec::new();
        while let Some(text) = self.peek().map(|token| token.text.clone()) {
            let Some(modifier) = Modifier::of_word(text.strip_prefix('!').unwrap_or(&text)) else {
                break;
            };
            let (what, fits) = match member {
                Member::Field(_) => ("field", modifier.is_of_fields()),
                _ => ("method", modifier.is_of_methods()),
            };
            if !fits {
                return Err(self.error(format!("no {what} is `{}`", modifier.word())));
            }
            self.at += 1;
            modifiers.push(ModifierPattern {
                modifier,
                holds: !text.starts_with('!'),
            });
        }

        Ok(modifiers)
    }
}

/// The text of a control flow.
pub fn print_flow(flow: &ControlFlow) -> String {
    let points: Vec<String> = flow
        .points
        .iter()
        .map(|point| print_point(point, &NOTHING))
        .collect();
    format!(
        "{}({})",
        if flow.below { "cflowbelow" } else { "cflow" },
        points.join(" | ")
    )
}

/// Appends the clauses of control flows.
pub(super) fn print_flows(text: &mut String, flows: &[FlowTest]) {
    for FlowTest { flow, holds } in flows {
        let _ = write!(
            text,
            " {}{}",
            if *holds { "" } else { "!" },
            print_flow(flow)
        );
    }
}

/// Modifiers, with a space behind each.
pub(super) fn print_modifiers(modifiers: &[ModifierPattern]) -> String {
    let print = |pattern: &ModifierPattern| {
        format!(
            "{}{} ",
            if pattern.holds { "" } else { "!" },
            pattern.modifier.word()
        )
    };
    modifiers.iter().map(print).collect()
}
