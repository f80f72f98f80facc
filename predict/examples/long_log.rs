//! Writes a log of any length: threads that take jobs under locks, and race now and then.
//!
//! ```text
//! cargo run --release -p predict --example long_log -- FILE EVENTS
//! ```
//!
//! Eight threads hold one of 64 locks for a few accesses of the variables that it guards. Each line is that of a
//! kind of access. Once in some millions of events a thread writes a variable without its lock.

use std::fs::File;
use std::io::{self, BufWriter};

use fastrand::Rng;
use predict::log::Writer;
use predict::trace::{Action, ContextId, Event, LineId, LockId, Tables, ThreadId, VariableId};

const THREADS: usize = 8;
const LOCKS: usize = 64;
const VARIABLES: usize = 4096;

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("a file");
    let events: u64 = arguments.next().expect("events").parse().expect("a number");
    let tables = tables();
    let mut writer = Writer::new(BufWriter::new(File::create(path)?))?;
    let mut rng = Rng::with_seed(11);
    let mut held: Vec<Option<(usize, u32)>> = vec![None; THREADS];
    let mut free = [true; LOCKS];
    let mut thread = 0;
    for number in 0..events {
        // The scheduler changes threads once in some dozen events.
        if rng.u8(..32) == 0 {
            thread = rng.usize(..THREADS);
        }
        let (action, line) = match held[thread] {
            None if number % 5_000_000 == 4_999_999 => (
                Action::Write(VariableId::from_usize(rng.usize(..VARIABLES))),
                90,
            ),
            None => {
                let lock = rng.usize(..LOCKS);
                if free[lock] {
                    free[lock] = false;
                    held[thread] = Some((lock, rng.u32(2..12)));
                    (Action::Acquire(LockId::from_usize(lock)), 1)
                } else {
                    // A variable of its own, while the lock is taken.
                    (Action::Read(VariableId::from_usize(VARIABLES + thread)), 2)
                }
            }
            Some((lock, 0)) => {
                free[lock] = true;
                held[thread] = None;
                (Action::Release(LockId::from_usize(lock)), 3)
            }
            Some((lock, left)) => {
                held[thread] = Some((lock, left - 1));
                let variable = lock + LOCKS * rng.usize(..VARIABLES / LOCKS);
                let variable = VariableId::from_usize(variable);
                if rng.u8(..3) == 0 {
                    (Action::Write(variable), 10 + left as usize)
                } else {
                    (Action::Read(variable), 30 + left as usize)
                }
            }
        };
        let event = Event {
            thread: ThreadId::from_usize(thread),
            action,
            line: LineId::from_usize(line),
            value: None,
            context: ContextId::UNKNOWN,
        };
        writer.push(event, &tables)?;
    }
    writer.finish(&tables)?;
    Ok(())
}

fn tables() -> Tables {
    let mut tables = Tables::default();
    for number in 0..THREADS {
        tables.threads.intern(&format!("T{number}"));
    }
    for number in 0..LOCKS {
        tables.locks.intern(&format!("l{number}"));
    }
    for number in 0..VARIABLES + THREADS {
        tables.variables.intern(&format!("x{number}"));
    }
    for number in 0..100 {
        tables.lines.intern(&number.to_string());
    }
    tables
}
