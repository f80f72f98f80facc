//! The front end on real programs: fetched, compiled with javac, lowered, compared and timed. See
//! the README beside.

mod agree;
mod calls;
mod classic;
mod equal;
mod fetch;
mod javac;
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
mod tripwires;
mod witnesses;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use date::model::Specification;
use jvm::jdk::Jdk;

use programs::{Places, Program, chosen};

#[derive(Parser)]
#[command(about = "The front end on real programs")]
struct Arguments {
    /// The folder of the corpus.
    #[arg(long, default_value = "target/corpus", global = true)]
    corpus: PathBuf,
    /// The folder of the system's jars.
    #[arg(long, default_value = "/usr/share/java", global = true)]
    jars: PathBuf,
    #[command(subcommand)]
    task: Task,
}

/// The folder of the drivers, unless another folder is named.
const DRIVERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/drivers");

/// The folder of the drivers that take ways on purpose.
const REPLAYS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/replays");

/// The folder of the classic properties, unless another folder is named.
const PROPERTIES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/properties");

/// The folder of the properties that ordinary programs violate, unless another folder is named.
const LOUD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/properties-loud");

#[derive(Subcommand)]
enum Task {
    /// Fetches programs: all of the table, or those named.
    Fetch { programs: Vec<String> },
    /// Lowers one program, and says what came out.
    Lower { program: String },
    /// Compares lowered programs with what javac makes of them: calls, field accesses, allocations
    /// and lines.
    Agree {
        programs: Vec<String>,
        /// Differences of each kind to show.
        #[arg(long, default_value_t = 5)]
        show: usize,
    },
    /// Solves call graph and points-to sets, and says what they took.
    Solve {
        programs: Vec<String>,
        /// As a library, whatever `main` methods there are.
        #[arg(long)]
        library: bool,
        /// In this process, one after the other, with figures as JSON; else each program has a
        /// process of its own.
        #[arg(long)]
        here: bool,
        /// Draw cost against size into this file.
        #[arg(long, value_name = "SVG")]
        plot: Option<PathBuf>,
    },
    /// How precise call graphs and points-to sets of programs with drivers are, beside what types
    /// alone say.
    Calls {
        programs: Vec<String>,
        /// The folder of the drivers.
        #[arg(long, default_value = DRIVERS)]
        drivers: PathBuf,
        /// Open only that to reflection which `recall --closed` found it to use.
        #[arg(long)]
        closed: bool,
        /// Tell the for-each loops whose iterators may be those of others.
        #[arg(long)]
        loops: bool,
    },
    /// Reduces the classic properties for programs with drivers, with those classes open to
    /// reflection that `recall --closed` found it to use.
    Classic {
        programs: Vec<String>,
        /// The folder of the drivers.
        #[arg(long, default_value = DRIVERS)]
        drivers: PathBuf,
        /// The folder of the properties.
        #[arg(long, default_value = PROPERTIES)]
        properties: PathBuf,
        /// Have the independent checker confirm each result.
        #[arg(long)]
        check: bool,
        /// Reduce all properties in one run, and print one row for it.
        #[arg(long)]
        together: bool,
        /// Tell the places that are left, too.
        #[arg(long)]
        kept: bool,
    },
    /// Runs programs with drivers fully and optimized monitored, and compares the reports.
    Equal {
        programs: Vec<String>,
        /// The folder of the drivers.
        #[arg(long, default_value = DRIVERS)]
        drivers: PathBuf,
        /// The folders of the properties.
        #[arg(long, default_values = [PROPERTIES, LOUD])]
        properties: Vec<PathBuf>,
        /// Open only that to reflection which `recall --closed` found it to use.
        #[arg(long)]
        closed: bool,
        /// Seconds of processor time that a run may take.
        #[arg(long, default_value_t = 120)]
        limit: u64,
    },
    /// Compares call graphs and aliases of different precision, and with more entry points.
    Metamorphic {
        programs: Vec<String>,
        /// The folder of the drivers.
        #[arg(long, default_value = DRIVERS)]
        drivers: PathBuf,
    },
    /// Types the README's quick start in projects that it does not know: one of Maven, one of Ant,
    /// one plain.
    Newcomer,
    /// Says what opens classes to code outside the sources, place by place.
    Openings {
        programs: Vec<String>,
        /// The folder of the drivers.
        #[arg(long, default_value = DRIVERS)]
        drivers: PathBuf,
    },
    /// Runs programs under a recorder, and compares what happens with their call graphs and
    /// points-to sets.
    Recall {
        programs: Vec<String>,
        /// The folder of the drivers.
        #[arg(long, default_value = DRIVERS)]
        drivers: PathBuf,
        /// Open only those classes to reflection that the run shows it to use, instead of all that
        /// it may use.
        #[arg(long)]
        closed: bool,
        /// Compare what was recorded before instead of running the programs again.
        #[arg(long)]
        recorded: bool,
        /// Missing aliases to show.
        #[arg(long, default_value_t = 20)]
        show: usize,
    },
    /// Says of kept generators, evenly spread, whether an object takes the way that the plan shows
    /// for them when the driver runs.
    Witnesses {
        programs: Vec<String>,
        /// The folder of the drivers.
        #[arg(long, default_value = DRIVERS)]
        drivers: PathBuf,
        /// The folders of the properties.
        #[arg(long, default_values = [PROPERTIES, LOUD])]
        properties: Vec<PathBuf>,
        /// How many generators of each program.
        #[arg(long, default_value_t = 20)]
        count: usize,
        /// The folder of the drivers that take ways on purpose.
        #[arg(long, default_value = REPLAYS)]
        replays: PathBuf,
        /// How many of their ways have to be taken.
        #[arg(long, default_value_t = 1)]
        least: usize,
        /// Seconds of processor time that a run may take.
        #[arg(long, default_value_t = 120)]
        limit: u64,
    },
    /// Times the residual step against lines of programs, and of the one named last against states,
    /// parameters and properties.
    Scale {
        programs: Vec<String>,
        /// The folder of the drivers.
        #[arg(long, default_value = DRIVERS)]
        drivers: PathBuf,
        /// Draw the costs into this file.
        #[arg(long, value_name = "SVG")]
        plot: Option<PathBuf>,
    },
    /// Times programs woven with and without tripwires in turns, and says how much their class
    /// files grow.
    Tripwires {
        programs: Vec<String>,
        /// The folder of the drivers.
        #[arg(long, default_value = DRIVERS)]
        drivers: PathBuf,
        /// The folder of the properties.
        #[arg(long, default_value = PROPERTIES)]
        properties: PathBuf,
        /// Pairs of runs.
        #[arg(long, default_value_t = 15)]
        pairs: usize,
    },
    /// Times javac and the front end in turns.
    Speed {
        programs: Vec<String>,
        /// Runs of each.
        #[arg(long, default_value_t = 5)]
        runs: usize,
        /// Draw cost against size into this file.
        #[arg(long, value_name = "SVG")]
        plot: Option<PathBuf>,
    },
}

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
            check,
            together,
            kept,
        } => {
            let properties = classic::properties(&properties)?;
            let settings = classic::Settings {
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
        Task::Newcomer => typed(&places)?,
        Task::Openings { programs, drivers } => {
            opened(&places, &drivers, &driven(&drivers, &programs)?)?
        }
        Task::Recall {
            programs,
            drivers,
            closed,
            recorded,
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
                    shown: show,
                },
            )?;
        }
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
        } => speed(&places, &chosen(&programs)?, runs, plot.as_deref())?,
    }

    Ok(())
}

fn solve_here(places: &Places, programs: &[Program], library: bool) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    for program in programs {
        println!(
            "{}",
            serde_json::to_string(&solve::solve(places, &jdk, program, library)?)?
        );
    }
    Ok(())
}

fn solve_all(
    places: &Places,
    programs: &[Program],
    library: bool,
    plot: Option<&Path>,
) -> Result<()> {
    println!("{}", solve::HEAD);
    let mut rows = Vec::new();
    for program in programs {
        let row = solve::in_a_process(places, program, library)?;
        println!("{row}");
        rows.push(row);
    }

    let cost = |figure: fn(&solve::Row) -> f64| {
        plot::exponent(rows.iter().map(move |row| (row.lines as f64, figure(row))))
    };
    if let (Some(seconds), Some(memory)) = (cost(|row| row.seconds()), cost(|row| row.mebibytes)) {
        println!(
            "\nwith the lines to the power of .. grow: seconds {seconds:.2}, memory {memory:.2}"
        );
    }

    plot.map_or(Ok(()), |file| plot::draw_solving(&rows, file))
}

fn speed(places: &Places, programs: &[Program], runs: usize, plot: Option<&Path>) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    println!("{}", speed::HEAD);
    let mut rows = Vec::new();

    for program in programs {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let row = speed::compare(places, &jdk, program, runs)?;
        println!("{row}");
        rows.push(row);
    }

    let cost = |figure: fn(&speed::Row) -> f64| {
        plot::exponent(rows.iter().map(move |row| (row.lines as f64, figure(row))))
    };
    if let (Some(theirs), Some(ours)) = (
        cost(|row| row.javac.processor),
        cost(|row| row.lowered.processor),
    ) {
        println!(
            "\nprocessor time grows with the lines to the power of {theirs:.2} (javac), {ours:.2} (ours)"
        );
    }

    plot.map_or(Ok(()), |file| plot::draw(&rows, file))
}

/// The programs of these names; all that have a driver where no name is given.
fn driven(drivers: &Path, names: &[String]) -> Result<Vec<Program>> {
    let is_driven = |program: &Program| !names.is_empty() || drivers.join(&program.name).is_dir();
    Ok(chosen(names)?.into_iter().filter(is_driven).collect())
}

fn measured_calls(
    places: &Places,
    drivers: &Path,
    programs: &[Program],
    closed: bool,
    loops: bool,
) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    println!("{}", calls::head());
    let mut rows = Vec::new();

    for program in programs {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let subject = recall::Subject::of(places, drivers, program)?;
        let row = calls::measure(&subject, &jdk, closed)?;
        println!("{row}");
        row.loops
            .meeting
            .iter()
            .filter(|_| loops)
            .for_each(|one| println!("{}: {one}", row.program));
        rows.push(row);
    }

    rows.iter().try_for_each(calls::hold)
}

fn reduced(
    places: &Places,
    drivers: &Path,
    programs: &[Program],
    properties: &[Specification],
    settings: classic::Settings,
) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    println!("{}", classic::HEAD);
    let mut rows = Vec::new();

    for program in programs {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let subject = recall::Subject::of(places, drivers, program)?;
        let runs = properties.chunks(if settings.together {
            properties.len().max(1)
        } else {
            1
        });
        let reduced = classic::reduce(&subject, &jdk, runs, settings.check)?;
        if settings.together {
            classic::together(&reduced)
                .iter()
                .for_each(|row| println!("{row}"))
        } else {
            reduced.iter().for_each(|row| println!("{row}"))
        }
        for row in reduced.iter().filter(|_| settings.kept) {
            row.kept
                .iter()
                .for_each(|place| eprintln!("{} {}: {place}", row.program, row.property));
        }
        rows.extend(reduced);
    }

    println!(
        "\n{}\n\nkept:\n{}",
        classic::summary(&rows),
        classic::causes(&rows)
    );
    Ok(())
}

fn scaled(
    places: &Places,
    drivers: &Path,
    programs: &[Program],
    plot: Option<&Path>,
) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    let properties = classic::properties(Path::new(PROPERTIES))?;
    let has_next = properties
        .iter()
        .find(|property| property.name == "has_next")
        .context("no has_next.yaml")?;
    println!("{}", scaling::HEAD);
    let mut rows = Vec::new();

    for (index, program) in programs.iter().enumerate() {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let (subject, lines) = (
            recall::Subject::of(places, drivers, program)?,
            speed::size(places, program)?.1,
        );
        for row in scaling::measure(&subject, &jdk, lines, has_next, index + 1 == programs.len())? {
            println!("{row}");
            rows.push(row);
        }
    }

    plot.map_or(Ok(()), |file| plot::draw_scaling(&rows, file))
}

fn compared(
    places: &Places,
    drivers: &Path,
    programs: &[Program],
    properties: &[Specification],
    settings: &equal::Settings,
) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    println!("{}", equal::HEAD);
    let mut rows = Vec::new();
    let mut tell = |row: &equal::Row| {
        println!("{row}");
        row.differences()
            .iter()
            .for_each(|line| eprintln!("{} {}: {line}", row.program, row.property));
    };

    for program in programs {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let subject = recall::Subject::of(places, drivers, program)?;
        let settings = equal::Settings {
            work: settings.work.join(&program.name),
            ..settings.clone()
        };
        rows.extend(equal::equal(
            &subject, &jdk, properties, &settings, &mut tell,
        )?);
    }

    println!("\n{}", equal::summary(&rows));
    equal::hold(&rows)
}

/// The properties of several folders.
fn read(folders: &[PathBuf]) -> Result<Vec<Specification>> {
    let read: Vec<_> = folders
        .iter()
        .map(|folder| classic::properties(folder))
        .collect::<Result<_>>()?;
    Ok(read.concat())
}

fn witnessed(
    places: &Places,
    drivers: &Path,
    programs: &[Program],
    properties: &[Specification],
    settings: &witnesses::Settings,
) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    println!("{}", witnesses::HEAD);
    for program in programs {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let subject = recall::Subject::of(places, drivers, program)?;
        let [work, replays] =
            [&settings.work, &settings.replays].map(|folder| folder.join(&program.name));
        let settings = witnesses::Settings {
            work,
            replays,
            ..settings.clone()
        };
        let rows = witnesses::witnesses(&subject, &jdk, properties, &settings)?;
        rows.iter().for_each(|row| println!("{row}"));
        witnesses::hold(&rows, settings.least)?;
    }

    Ok(())
}

fn watched(
    places: &Places,
    drivers: &Path,
    programs: &[Program],
    properties: &[Specification],
    pairs: usize,
) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    println!("{}", tripwires::HEAD);
    for program in programs {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let subject = recall::Subject::of(places, drivers, program)?;
        let work = places.corpus.join(".tripwires").join(&program.name);
        println!(
            "{}",
            tripwires::cost(&subject, &jdk, properties, &work, pairs)?
        );
    }
    Ok(())
}

fn typed(places: &Places) -> Result<()> {
    println!("{}", newcomer::HEAD);
    for project in newcomer::projects()? {
        newcomer::type_all(places, &project)?
            .iter()
            .for_each(|typed| println!("{typed}"));
    }
    Ok(())
}

fn related(places: &Places, drivers: &Path, programs: &[Program]) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    println!("{}", metamorphic::HEAD);
    let mut rows = Vec::new();
    for program in programs {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let row = metamorphic::compare(&recall::Subject::of(places, drivers, program)?, &jdk)?;
        println!("{row}");
        rows.push(row);
    }
    rows.iter().try_for_each(metamorphic::hold)
}

fn opened(places: &Places, drivers: &Path, programs: &[Program]) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    for program in programs {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let lowered = recall::Subject::of(places, drivers, program)?.lower(&jdk)?;
        let openings = recall::analysed(&lowered, None)?.openings;
        println!("{}: {} places", program.name, openings.len());
        openings
            .iter()
            .for_each(|opening| println!("  {}", opening.told(&lowered)));
    }
    Ok(())
}

fn recalled(
    places: &Places,
    drivers: &Path,
    programs: &[Program],
    settings: recall::Settings,
) -> Result<()> {
    let (jdk, weaving) = (Jdk::from_environment()?, recall::weaving_jdk()?);
    println!("{}", recall::HEAD);
    let mut rows = Vec::new();

    for program in programs {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let subject = recall::Subject::of(places, drivers, program)?;
        let row = recall::recall(&subject, &jdk, &weaving, settings)?;
        println!("{row}");
        rows.push(row);
    }

    for row in &rows {
        row.details
            .iter()
            .for_each(|line| println!("{}: {line}", row.program));
    }

    recall::hold(&rows)
}

fn agreement(places: &Places, programs: &[Program], show: usize) -> Result<()> {
    let jdk = Jdk::from_environment()?;
    println!("{}", agree::HEAD);
    let mut rows = Vec::new();
    for program in programs {
        javac::compile_needed(places, &jdk, &programs::all()?, program)?;
        let row = agree::agree(places, &jdk, program)?;
        println!("{row}");
        rows.push(row);
    }
    let total = agree::total(&rows);
    println!("{total}\n");
    agree::describe(&rows, show);
    agree::hold(&total)
}
