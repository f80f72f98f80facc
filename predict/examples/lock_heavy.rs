//! Writes a long random run whose threads lock all the time, as STD.
//!
//! ```text
//! cargo run --release -p predict --example lock_heavy -- EVENTS [THREADS LOCKS VARIABLES LINES STRAY] > run.std
//! ```
//!
//! One access of `STRAY` is of any variable, and the others of variables of a lock that is held.

use std::io::{self, BufWriter, Write};

use fastrand::Rng;

fn main() -> io::Result<()> {
    let mut numbers = std::env::args()
        .skip(1)
        .map(|number| number.parse().expect("a number"));
    let mut next = |default| numbers.next().unwrap_or(default);
    let (events, threads, locks) = (next(1_000_000), next(8), next(64));
    let (variables, lines) = (next(1000), next(200));
    let stray = next(100_000) as u32;
    let mut rng = Rng::with_seed(7);
    let mut output = BufWriter::new(io::stdout().lock());
    let mut held: Vec<Vec<usize>> = vec![Vec::new(); threads];
    let mut free = vec![true; locks];
    for _ in 0..events {
        let thread = rng.usize(..threads);
        let line = rng.usize(..lines);
        let depth = held[thread].len();
        let lock = rng.usize(..locks);
        match rng.usize(..10) {
            0..=2 if depth < 3 && free[lock] => {
                free[lock] = false;
                held[thread].push(lock);
                writeln!(output, "T{thread}|acq(L{lock})|{line}")?;
            }
            0..=4 if depth > 0 => {
                let lock = held[thread].pop().expect("a lock");
                free[lock] = true;
                writeln!(output, "T{thread}|rel(L{lock})|{line}")?;
            }
            roll => {
                // A variable most often belongs to a lock that the thread holds.
                let own = held[thread]
                    .last()
                    .map(|lock| lock + locks * rng.usize(..variables / locks));
                let own = own
                    .filter(|_| rng.u16(..2000) != 0)
                    .unwrap_or(variables + thread);
                let stray = rng.u32(..stray) == 0;
                let variable = if stray { rng.usize(..variables) } else { own };
                let word = if roll % 3 == 0 { "w" } else { "r" };
                writeln!(output, "T{thread}|{word}(V{variable})|{line}")?;
            }
        }
    }
    output.flush()
}
