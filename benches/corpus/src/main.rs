//! The front end on real programs: fetched, compiled with javac, lowered, compared and timed. See
//! the README beside.

mod agree;
mod alone;
mod analyze;
mod arguments;
mod bytecode;
mod calls;
mod classic;
mod equal;
mod fetch;
mod javac;
mod jcg;
mod lower;
mod measured;
mod metamorphic;
mod newcomer;
mod plot;
mod programs;
mod recall;
mod scaling;
mod solve;
mod speed;
mod tasks;
mod tripwires;
mod twice;
mod witnesses;

use std::time::Duration;

use anyhow::Result;
use clap::Parser;
use jvm::jdk::Jdk;

use arguments::{Arguments, Task};
use programs::{Places, chosen};
use tasks::driven;
use tasks::front_end::{agreement, each_alone, read_twice, timed, typed};
use tasks::properties::{compared, read, reduced, scaled, watched, witnessed};
use tasks::solving::{measured_calls, opened, recalled, related, solve_all, solve_here};

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let places = Places {
        corpus: std::path::absolute(arguments.corpus)?,
        jars: arguments.jars,
    };
    match arguments.task {
        Task::Fetch { programs } => {
            for program in chosen(&programs)? {
                fetch::fetch(&places, &program)?;
                println!("{}: {} files", program.name, places.files(&program)?.len());
            }
        }
        Task::Lower { program } => {
            for program in chosen(&[program])? {
                let lowered = lower::lower(&places, &Jdk::from_environment()?, &program)?;
                lower::describe(&lowered);
            }
        }
        Task::Agree { programs, show } => agreement(&places, &chosen(&programs)?, show)?,
        Task::Solve {
            programs,
            library,
            here: true,
            ..
        } => solve_here(&places, &chosen(&programs)?, library)?,
        Task::Solve {
            programs,
            library,
            plot,
            ..
        } => {
            solve_all(&places, &chosen(&programs)?, library, plot.as_deref())?;
        }
        Task::Calls {
            programs,
            drivers,
            closed,
            loops,
        } => {
            measured_calls(
                &places,
                &drivers,
                &driven(&drivers, &programs)?,
                closed,
                loops,
            )?;
        }
        Task::Classic {
            programs,
            drivers,
            properties,
            closed,
            check,
            together,
            kept,
        } => {
            let properties = classic::properties(&properties)?;
            let settings = classic::Settings {
                closed,
                check,
                together,
                kept,
            };
            reduced(
                &places,
                &drivers,
                &driven(&drivers, &programs)?,
                &properties,
                settings,
            )?;
        }
        Task::Equal {
            programs,
            drivers,
            properties,
            closed,
            limit,
        } => {
            let settings = equal::Settings {
                closed,
                limit: Duration::from_secs(limit),
                work: places.corpus.join(".equal"),
            };
            compared(
                &places,
                &drivers,
                &driven(&drivers, &programs)?,
                &read(&properties)?,
                &settings,
            )?;
        }
        Task::Witnesses {
            programs,
            drivers,
            properties,
            count,
            replays,
            least,
            limit,
        } => {
            let work = places.corpus.join(".witnesses");
            let settings = witnesses::Settings {
                count,
                limit: Duration::from_secs(limit),
                replays,
                work,
                least,
            };
            witnessed(
                &places,
                &drivers,
                &driven(&drivers, &programs)?,
                &read(&properties)?,
                &settings,
            )?;
        }
        Task::Metamorphic { programs, drivers } => {
            related(&places, &drivers, &driven(&drivers, &programs)?)?
        }
        Task::Bytecode {
            inputs,
            damage,
            seed,
            oracle,
        } => {
            let settings = bytecode::Settings {
                damage,
                seed,
                oracle,
            };
            bytecode::run(&inputs, &places.corpus.join(".central"), settings)?;
        }
        Task::Twice {
            programs,
            properties,
            show,
        } => read_twice(&places, &chosen(&programs)?, &properties, show)?,
        Task::Alone {
            programs,
            properties,
        } => each_alone(&places, &chosen(&programs)?, &properties)?,
        Task::Newcomer => typed(&places)?,
        Task::Openings { programs, drivers } => {
            opened(&places, &drivers, &driven(&drivers, &programs)?)?
        }
        Task::Recall {
            programs,
            drivers,
            closed,
            recorded,
            base,
            show,
        } => {
            let chosen = driven(&drivers, &programs)?;
            recalled(
                &places,
                &drivers,
                &chosen,
                recall::Settings {
                    closed,
                    again: !recorded,
                    base,
                    shown: show,
                },
            )?;
        }
        Task::Jcg { folder } => jcg::run(&folder, &places.corpus.join(".jcg"))?,
        Task::Scale {
            programs,
            drivers,
            plot,
        } => {
            let mut chosen = driven(&drivers, &programs)?;
            chosen.sort_by_key(|program| programs.iter().position(|name| *name == program.name));
            scaled(&places, &drivers, &chosen, plot.as_deref())?;
        }
        Task::Tripwires {
            programs,
            drivers,
            properties,
            pairs,
        } => {
            let (chosen, properties) = (
                driven(&drivers, &programs)?,
                classic::properties(&properties)?,
            );
            watched(&places, &drivers, &chosen, &properties, pairs)?;
        }
        Task::Speed {
            programs,
            runs,
            plot,
        } => timed(&places, &chosen(&programs)?, runs, plot.as_deref())?,
    }

    Ok(())
}
