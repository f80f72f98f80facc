//! The parts of a pattern on the thread, and on the modifiers of members:
//!
//! ```text
//! flow     = ["!"] ("cflow" | "cflowbelow") "(" point ("|" point)* ")"
//! point    = ("call" | "execution") pattern test* | "initialization" TYPE ["+"] ("|" TYPE ["+"])* test*
//! test     = "within" ["!"]TYPE["+"] | "target" TYPE | "caller" TYPE
//! ```
//! A point of a control flow binds nothing: what is written where other patterns have a variable is
//! a type.

use super::known::NOTHING;
use super::parser::Parser;
use date::model::{ControlFlow, FlowTest, PointPattern, Trigger};
use text::Diagnostic;

impl Parser<'_> {
    /// Parses the pattern behind one of [`FLOWS`](super::keyword::FLOWS).
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
}
