//! Ways on which threads come to events: the calls that are open.

use super::{Names, Tables};

/// A method that runs, and the calls on which its thread has come to it. Contexts are numbered in the order of
/// their first appearance, and the caller comes before the method that it calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ContextId(u32);

impl ContextId {
    /// Nothing is known, as of events that come from STD.
    pub const UNKNOWN: ContextId = ContextId(0);

    /// The context with a number, from 1. 0 is the unknown one.
    pub(crate) fn of_raw(number: u32) -> ContextId {
        ContextId(number)
    }

    /// The number.
    pub(crate) fn raw(self) -> u32 {
        self.0
    }
}

/// A method that runs, and where it stands: at the event, or at a call.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Frame {
    /// The class and the method.
    pub method: String,
    /// The line.
    pub line: String,
}

/// What a table keeps of a context: `caller|line of the call|method`.
struct Parts<'t> {
    caller: ContextId,
    /// Empty if no recorded method calls this one.
    line: &'t str,
    method: &'t str,
}

impl<'t> Parts<'t> {
    fn of(contexts: &'t Names, context: ContextId) -> Option<Self> {
        let number = context.0.checked_sub(1)?;
        if number as usize >= contexts.len() {
            return None;
        }
        let mut parts = contexts.name(number as usize).splitn(3, '|');
        let caller: u32 = parts.next()?.parse().ok()?;
        let (line, method) = (parts.next()?, parts.next()?);
        // A damaged log may name any number.
        let caller = ContextId(if caller < context.0 { caller } else { 0 });
        Some(Parts {
            caller,
            line,
            method,
        })
    }
}

impl Tables {
    /// The context of a method that another one calls at a line, or the library if `caller` is unknown.
    pub(crate) fn context(&mut self, caller: ContextId, line: &str, method: &str) -> ContextId {
        let line = line.replace('|', "_");
        let text = format!("{}|{line}|{method}", caller.0);
        ContextId(self.contexts.intern(&text) as u32 + 1)
    }

    /// The methods that are open at an event with a line, the innermost first. Empty if the context is
    /// unknown. O(depth).
    pub fn stack(&self, context: ContextId, line: &str) -> Vec<Frame> {
        let mut frames = Vec::new();
        let (mut context, mut line) = (context, line);
        while let Some(parts) = Parts::of(&self.contexts, context) {
            frames.push(Frame {
                method: parts.method.to_owned(),
                line: line.to_owned(),
            });
            if parts.line.is_empty() {
                break;
            }
            (context, line) = (parts.caller, parts.line);
        }
        frames
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stack_has_the_innermost_method_first() {
        let mut tables = Tables::default();
        let main = tables.context(ContextId::UNKNOWN, "", "Main.main");
        let run = tables.context(main, "Main.java:3", "Main.run");
        let frame = |method: &str, line: &str| Frame {
            method: method.to_owned(),
            line: line.to_owned(),
        };
        assert_eq!(
            tables.stack(run, "Main.java:9"),
            [
                frame("Main.run", "Main.java:9"),
                frame("Main.main", "Main.java:3")
            ]
        );
        assert_eq!(tables.stack(ContextId::UNKNOWN, "Main.java:9"), []);
        assert_eq!(tables.stack(ContextId::of_raw(9), "Main.java:9"), []);
    }

    #[test]
    fn damaged_contexts_end_the_stack() {
        let mut tables = Tables::default();
        tables.contexts.intern("1|Main.java:3|Main.main");
        tables.contexts.intern("no context");
        assert_eq!(tables.stack(ContextId::of_raw(1), "x").len(), 1);
        assert_eq!(tables.stack(ContextId::of_raw(2), "x").len(), 0);
    }
}
