//! From events to text.

use std::io::{self, Write};

use super::lexer::{Target, word};
use super::{Event, Trace};

/// Writes a trace as STD. Reading it gives an equal trace. O(length).
///
/// # Errors
/// If the output refuses the text.
///
/// ```
/// let text = "T0|fork(T1)|1\nT0|w(x)|2|42\nT1|branch|3\n";
/// let (trace, _) = predict::trace::read("t.std", text.as_bytes()).expect("a trace");
/// let mut written = Vec::new();
/// predict::trace::write(&trace, &mut written)?;
/// assert_eq!(written, text.as_bytes());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write(trace: &Trace, output: &mut impl Write) -> io::Result<()> {
    for event in &trace.events {
        write_event(trace, event, output)?;
    }
    Ok(())
}

fn write_event(trace: &Trace, event: &Event, output: &mut impl Write) -> io::Result<()> {
    let tables = &trace.tables;
    let (word, target, [number, condition]) = word(event.action);
    write!(
        output,
        "{}|{word}",
        tables.threads.name(event.thread.index())
    )?;
    match target {
        Target::Variable => write!(output, "({})", tables.variables.name(number))?,
        Target::Lock => write!(output, "({})", tables.locks.name(number))?,
        Target::Thread => write!(output, "({})", tables.threads.name(number))?,
        Target::Condition => write!(output, "({})", tables.conditions.name(number))?,
        Target::LockAndCondition => {
            let lock = tables.locks.name(number);
            write!(output, "({lock};{})", tables.conditions.name(condition))?;
        }
        Target::Event => write!(output, "({})", tables.events.name(number))?,
        Target::Nothing => {}
    }
    write!(output, "|{}", tables.lines.name(event.line.index()))?;
    if let Some(value) = event.value {
        write!(output, "|{}", tables.values.name(value.index()))?;
    }
    writeln!(output)
}
