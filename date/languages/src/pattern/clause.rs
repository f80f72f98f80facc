//! The clauses behind a pattern.

use super::keyword::{CLAUSES, FLOWS};
use super::member::type_pattern;
use super::parser::Parser;
use date::model::{Arguments, JoinPoint, MemberPattern, Moment, PointPattern, Within};
use text::Diagnostic;

impl Parser<'_> {
    /// The clauses behind the members and their arguments.
    pub(super) fn clauses(
        &mut self,
        join: JoinPoint,
        members: Vec<MemberPattern>,
        arguments: Arguments,
    ) -> Result<PointPattern, Diagnostic> {
        let (moment, within, flows) = (Moment::Before, Vec::new(), Vec::new());
        let mut point = PointPattern {
            join,
            moment,
            members,
            target: None,
            arguments,
            caller: None,
            within,
            flows,
        };

        while self
            .peek()
            .is_some_and(|token| CLAUSES.contains(&token.text.as_str()))
        {
            self.clause(&mut point)?;
        }
        Ok(point)
    }

    fn clause(&mut self, point: &mut PointPattern) -> Result<(), Diagnostic> {
        let clause = self.word("a clause")?;
        let given_twice = match clause.as_str() {
            "target" => point.target.is_some(),
            "caller" => point.caller.is_some(),
            "within" => false,
            flow if FLOWS.contains(&flow) => false,
            _ => point.moment != Moment::Before,
        };

        if given_twice {
            self.at -= 1;
            return Err(self.error(format!("a second `{clause}`")));
        }

        match clause.as_str() {
            "target" => point.target = Some(self.binding()?),
            "caller" => point.caller = Some(self.binding()?),
            "within" => {
                let word = self.word("a type, or `!` and a type")?;
                let class = type_pattern(word.strip_prefix('!').unwrap_or(&word));
                point.within.push(Within {
                    class,
                    holds: !word.starts_with('!'),
                });
            }
            flow if FLOWS.contains(&flow) => {
                let test = self.flow(flow)?;
                point.flows.push(test);
            }
            "returning" => point.moment = Moment::Returning(self.optional_binding()?),
            _ => point.moment = Moment::Throwing(self.optional_binding()?),
        }

        Ok(())
    }
}
