//! Projects of Maven as they are: their own tests under full and under optimized monitoring. See
//! the README beside.

mod called;
mod compared;
mod maven;
mod properties;
mod reports;
mod residua;
mod table;

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Parser;

use compared::Settings;

/// Prepares each project with `residua init; analyze; weave`, without an edit, and runs its tests
/// with both results.
#[derive(Parser)]
struct Arguments {
    /// Projects of the table; all where none is named.
    projects: Vec<String>,
    /// The folder of the projects, each in a folder of its name; what is not there is cloned.
    #[arg(long, default_value = "target/projects")]
    folder: PathBuf,
    /// Properties made for each project.
    #[arg(long, default_value_t = 4)]
    properties: usize,
    /// The program to try; the one beside this program where none is named.
    #[arg(long)]
    residua: Option<PathBuf>,
    /// Annotations, resources and class files tell `analyze` nothing: what is lost then, tripwires
    /// must announce.
    #[arg(long)]
    blind: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let settings = Settings {
        folder: std::path::absolute(&arguments.folder)?,
        properties: arguments.properties,
        residua: residua::beside(arguments.residua)?,
        blind: arguments.blind,
    };
    println!("{}", compared::HEAD);
    let mut faults = 0;

    for project in table::chosen(&arguments.projects)? {
        match compared::compare(&settings, &project) {
            Ok(row) => {
                println!("{row}");
                row.differences
                    .iter()
                    .for_each(|line| eprintln!("{}: {line}", project.name));
                faults += usize::from(!row.is_fine());
            }
            Err(error) => {
                eprintln!("{}: {error:#}", project.name);
                faults += 1;
            }
        }
    }

    ensure!(faults == 0, "{faults} projects are not as they should be");
    Ok(())
}
