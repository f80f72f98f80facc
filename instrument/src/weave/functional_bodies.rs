//! The methods of a class file that are lambda bodies of its source.
//!
//! Compilers number lambda bodies in an order of their own, make some of method references, and may
//! make one of two that are equal. A body is told from others by the code that makes its functional
//! objects, and by its lines. Where it may still be one of several rows of the plan, all of them
//! are its candidates.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use jvm::classfile::{ClassFile, Code, Result};

use super::sites::{Lambdas, MethodName};
use plan::FunctionalRow;

/// The method of the compiler that makes functional objects again when they are deserialized.
const DESERIALIZER: &str = "$deserializeLambda$";

/// The bodies of a class file that functional objects run, by name.
#[derive(Debug, Default)]
pub struct FunctionalBodies {
    made: BTreeMap<MethodName, Made>,
}

/// One of them.
#[derive(Debug, Default)]
struct Made {
    /// The methods that make functional objects of it.
    makers: BTreeSet<MethodName>,
    /// The number of instructions that make one.
    instructions: usize,
    /// Its lines, from the first one to the last one.
    lines: Option<RangeInclusive<u32>>,
}

impl FunctionalBodies {
    /// Reads those of a class. O(size of the class).
    ///
    /// # Errors
    /// The class file is damaged.
    pub fn of(class: &ClassFile<'_>) -> Result<Self> {
        let lambdas = Lambdas::of(class)?;
        let mut made: BTreeMap<MethodName, Made> = BTreeMap::new();
        let mut lines = BTreeMap::new();

        for (number, member) in class.methods.iter().enumerate() {
            let Some(code) = class.code(number)? else {
                continue;
            };
            let (name, descriptor) = (
                member.name(&class.pool)?.into_owned(),
                member.descriptor(&class.pool)?.into_owned(),
            );
            let maker = MethodName { name, descriptor };
            for body in made_in(class, &code, &lambdas)?
                .into_iter()
                .filter(|_| maker.name != DESERIALIZER)
            {
                let body = made.entry(body).or_default();
                body.makers.insert(maker.clone());
                body.instructions += 1;
            }
            lines.insert(maker, range(class, &code)?);
        }

        made.iter_mut()
            .for_each(|(name, made)| made.lines = lines.remove(name).flatten());
        Ok(FunctionalBodies { made })
    }

    /// The rows that a body may be, of all rows of its class. None if functional objects do not run
    /// it.
    pub fn candidates<'r>(
        &self,
        body: &MethodName,
        rows: &'r [FunctionalRow],
    ) -> Vec<&'r FunctionalRow> {
        self.candidates_below(body, rows, &mut Vec::new())
    }

    /// `inner` has the bodies whose candidates are asked for; no compiler makes an object of a body
    /// in itself.
    fn candidates_below<'b, 'r>(
        &'b self,
        body: &'b MethodName,
        rows: &'r [FunctionalRow],
        inner: &mut Vec<&'b MethodName>,
    ) -> Vec<&'r FunctionalRow> {
        let Some(made) = self.made.get(body) else {
            return Vec::new();
        };
        if inner.contains(&body) {
            return Vec::new();
        }

        inner.push(body);
        let mut around: BTreeSet<&str> = BTreeSet::new();
        for maker in &made.makers {
            if self.made.contains_key(maker) {
                around.extend(
                    self.candidates_below(maker, rows, inner)
                        .into_iter()
                        .map(|row| row.code.as_str()),
                )
            } else {
                around.extend(
                    rows.iter()
                        .map(FunctionalRow::around)
                        .filter(|around| is_code_of(maker, around)),
                )
            }
        }

        inner.pop();
        rows.iter()
            .filter(|row| around.contains(row.around()) && made.may_be_on_lines_of(row))
            .collect()
    }
}

impl Made {
    /// Lines tell nothing where several instructions make objects of the body: it may stand for
    /// equal ones elsewhere.
    fn may_be_on_lines_of(&self, row: &FunctionalRow) -> bool {
        let Some(lines) = self.lines.as_ref().filter(|_| self.instructions == 1) else {
            return true;
        };
        row.first_line <= *lines.end() && *lines.start() <= row.last_line
    }
}

/// Returns whether a method holds this code of a plan. Compilers add to the descriptors of
/// constructors, and copy initializers into them.
fn is_code_of(method: &MethodName, around: &str) -> bool {
    match &*method.name {
        "<init>" => around.starts_with("<init>") && !around.contains("/lambda#"),
        name => around.strip_prefix(name) == Some(&method.descriptor),
    }
}

fn made_in(class: &ClassFile<'_>, code: &Code<'_>, lambdas: &Lambdas) -> Result<Vec<MethodName>> {
    let mut made = Vec::new();
    for instruction in code.instructions() {
        if let Some(call) = class.pool.dynamic_call(&instruction?)? {
            made.extend(lambdas.run_by(class, &call)?);
        }
    }
    Ok(made)
}

fn range(class: &ClassFile<'_>, code: &Code<'_>) -> Result<Option<RangeInclusive<u32>>> {
    let lines: Vec<u32> = code
        .lines(&class.pool)?
        .iter()
        .map(|entry| entry.line.into())
        .collect();
    Ok(lines
        .iter()
        .min()
        .zip(lines.iter().max())
        .map(|(&first, &last)| first..=last))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(code: &str, (first_line, last_line): (u32, u32)) -> FunctionalRow {
        FunctionalRow {
            code: code.to_owned(),
            first_line,
            last_line,
            unreached: false,
        }
    }

    fn name(text: &str) -> MethodName {
        let at = text.find('(').unwrap();
        MethodName {
            name: text[..at].to_owned(),
            descriptor: text[at..].to_owned(),
        }
    }

    /// Bodies with their makers and lines.
    fn bodies(all: &[(&str, &[&str], RangeInclusive<u32>)]) -> FunctionalBodies {
        let made = |(body, makers, lines): &(&str, &[&str], RangeInclusive<u32>)| {
            let made = Made {
                makers: makers.iter().map(|maker| name(maker)).collect(),
                instructions: makers.len(),
                lines: Some(lines.clone()),
            };
            (name(body), made)
        };
        FunctionalBodies {
            made: all.iter().map(made).collect(),
        }
    }

    fn found(bodies: &FunctionalBodies, body: &str, rows: &[FunctionalRow]) -> Vec<String> {
        bodies
            .candidates(&name(body), rows)
            .iter()
            .map(|row| row.code.clone())
            .collect()
    }

    #[test]
    fn lines_and_the_code_around_tell_bodies_apart() {
        let rows = [
            row("f()V/lambda#0", (3, 5)),
            row("f()V/lambda#1", (6, 6)),
            row("g()V/lambda#0", (6, 6)),
        ];
        let bodies = bodies(&[
            ("a()V", &["f()V"], 4..=5),
            ("b()V", &["f()V"], 6..=6),
            ("c()V", &["g()V"], 6..=6),
        ]);
        let each = ["a()V", "b()V", "c()V", "f()V"].map(|body| found(&bodies, body, &rows));
        assert_eq!(
            each,
            [
                vec!["f()V/lambda#0"],
                vec!["f()V/lambda#1"],
                vec!["g()V/lambda#0"],
                vec![]
            ]
        );
    }

    #[test]
    fn body_of_several_instructions_may_be_any_of_those_around() {
        let rows = [
            row("f()V/lambda#0", (3, 3)),
            row("f()V/lambda#1", (6, 6)),
            row("g()V/lambda#0", (9, 9)),
        ];
        let merged = bodies(&[("a()V", &["f()V", "g()V"], 3..=3)]);
        assert_eq!(found(&merged, "a()V", &rows).len(), 3);
    }

    #[test]
    fn nested_bodies_follow_those_around_them() {
        let rows = [
            row("f()V/lambda#0", (3, 9)),
            row("f()V/lambda#0/lambda#0", (4, 5)),
            row("f()V/lambda#0/reference", (5, 5)),
            row("f()V/lambda#1", (10, 10)),
            row("f()V/lambda#1/lambda#0", (10, 10)),
        ];
        let bodies = bodies(&[
            ("a()V", &["f()V"], 3..=9),
            ("b()V", &["a()V"], 4..=4),
            ("c()V", &["a()V"], 5..=5),
        ]);
        assert_eq!(found(&bodies, "b()V", &rows), ["f()V/lambda#0/lambda#0"]);
        assert_eq!(
            found(&bodies, "c()V", &rows),
            ["f()V/lambda#0/lambda#0", "f()V/lambda#0/reference"]
        );
    }

    #[test]
    fn constructors_hold_initializers_whatever_their_descriptor() {
        let rows = [
            row("<init>/lambda#0", (3, 3)),
            row("<init>(I)V/lambda#0", (5, 5)),
            row("f()V/lambda#0", (3, 3)),
        ];
        let bodies = bodies(&[("a()V", &["<init>(LOuter;I)V"], 3..=3)]);
        assert_eq!(found(&bodies, "a()V", &rows), ["<init>/lambda#0"]);
    }

    #[test]
    fn bodies_in_themselves_are_none() {
        let rows = [
            row("f()V/lambda#0", (3, 3)),
            row("f()V/lambda#0/lambda#0", (3, 3)),
        ];
        let bodies = bodies(&[("a()V", &["b()V"], 3..=3), ("b()V", &["a()V"], 3..=3)]);
        assert_eq!(found(&bodies, "a()V", &rows), [""; 0]);
    }
}
