//! `residua init`: a configuration for a project, from what its folder says.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::{Outcome, print};
use crate::cli::InitArgs;
use crate::config::FILE_NAME;
use crate::console::Console;
use crate::failure::{Rejected, about_file};
use crate::inputs::other_languages::OtherSource;
use crate::inputs::{missing_from_here, shown};
use crate::output::FileSet;
use crate::project::{self, Build, JdkRules, Tool};
use crate::wording::{counted, next};

/// The folder for the rules of the JDK.
const JDK_FOLDER: &str = "properties/jdk";

/// Of a list so many are named.
const NAMED: usize = 4;

/// Looks at the project, writes the configuration, and tells what was found and what comes next.
pub fn run(args: &InitArgs, console: Console) -> Result<Outcome> {
    let folder = args.folder.as_path();
    if !folder.is_dir() {
        return Err(Rejected::from(missing_from_here(folder, "project folder")).into());
    }

    let file = folder.join(FILE_NAME);
    if file.exists() && !args.force {
        return Err(there_already(&file).into());
    }

    let build = project::look(folder)?;
    if build.sources.is_empty() && build.classes.is_empty() {
        let finding = about_file(
            &shown(folder),
            "no-sources",
            format!(
                "there are no sources and no class files below `{}`",
                shown(folder)
            ),
        );
        return Err(Rejected::from(
            finding.with_help("name the project's folder: `residua init DIR`"),
        )
        .into());
    }

    let mut properties = project::property_files(folder);
    let given = args.jdk || properties.is_empty();
    if given {
        properties.push(give_rules(folder)?);
        properties.dedup();
    }

    let mut files = FileSet::default();
    let begins = begins(folder, &build, args.library);
    files.add(
        FILE_NAME,
        project::configuration(folder, &build, &properties, begins.is_library),
    );
    files.write(folder)?;
    print(&told(&build, &properties, given, &begins.told, &file))?;
    console.next(next::init(project::is_compiled(&build)));

    Ok(Outcome::Done)
}

fn there_already(file: &Path) -> Rejected {
    let message = format!("`{}` is there already", shown(file));
    about_file(&shown(file), "there-already", message)
        .with_help("`--force` replaces it")
        .into()
}

/// Writes the rules for users of the JDK; files of these names that are there are the user's, and
/// stay.
fn give_rules(folder: &Path) -> Result<PathBuf> {
    let place = folder.join(JDK_FOLDER);
    let mut files = FileSet::default();
    let new = JdkRules::files().filter(|(name, _)| !place.join(name).exists());
    new.for_each(|(name, text)| files.add(name, text));
    fs::create_dir_all(&place)
        .with_context(|| format!("cannot make the folder `{}`", place.display()))?;
    files.write(&place)?;
    Ok(place)
}

/// The start of execution.
struct Begins {
    /// True if any method may be called from outside.
    is_library: bool,
    /// One or two lines for the user.
    told: String,
}

/// Returns where execution begins: in every `main`, if the build, a manifest or a script launches
/// one, or if there is no build that could say so. What nothing there comes to is not monitored.
/// Nothing is told of sources that the analysis could not read.
fn begins(folder: &Path, build: &Build, is_library: bool) -> Begins {
    if is_library {
        return Begins {
            is_library,
            told: "a library: any method may be called\n".to_owned(),
        };
    }

    let Ok(mains) = project::mains(build) else {
        return Begins {
            is_library,
            told: String::new(),
        };
    };
    let is_unknown = mains.is_empty()
        && !project::is_compiled(build)
        && !project::other_languages(&build.sources).is_empty();
    if is_unknown {
        return Begins {
            is_library,
            told: "class files show where execution begins: compile, then `residua init --force`\n"
                .to_owned(),
        };
    }

    let launched = project::launched(folder, &mains);
    let names = |mains: &std::collections::BTreeSet<String>| {
        named(&mains.iter().cloned().collect::<Vec<_>>())
    };

    match (
        mains.len(),
        launched.is_empty() && build.tool != Tool::Plain,
    ) {
        (0, _) => Begins {
            is_library: false,
            told: "no `main`, so a library: any method may be called\n".to_owned(),
        },
        (_, true) => Begins {
            is_library: true,
            told: format!(
                "no `main` is launched by the build, a manifest or a script, so a library: any method may be called\n  \
                 if it is a program, name where it begins in `entry`: {}\n",
                names(&mains)
            ),
        },
        (count, false) => Begins {
            is_library: false,
            told: format!(
                "begins in {count} `main` {}: {}\n  if other programs call these classes: `residua init --library --force`\n",
                if count == 1 { "method" } else { "methods" },
                names(&mains)
            ),
        },
    }
}

/// Returns what is known by its class files alone.
fn other_languages(build: &Build) -> String {
    let counts = project::other_languages(&build.sources);
    let line = |(language, count): (&str, usize)| {
        let files = if count == 1 { "file" } else { "files" };
        format!(
            "also there: {count} {language} {files}{}\n",
            if OtherSource::is_called_by_name(language) {
                "; what their compiled classes name stays monitored"
            } else {
                ", analyzed from class files"
            }
        )
    };
    counts.into_iter().map(line).collect()
}

/// The first ones, and how many there are beside them.
fn named(all: &[String]) -> String {
    let first = all[..all.len().min(NAMED)].join(", ");
    match all.len().saturating_sub(NAMED) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

fn told(build: &Build, properties: &[PathBuf], given: bool, begins: &str, file: &Path) -> String {
    let mut text = format!(
        "{} project: {}, {}, {} on the class path\n",
        build.tool.name(),
        counted(
            build.sources.len(),
            "folder of sources",
            "folders of sources"
        ),
        counted(
            build.classes.len(),
            "folder of classes",
            "folders of classes"
        ),
        counted(build.class_path.len(), "entry", "entries"),
    );

    for missing in &build.missing {
        let _ = writeln!(text, "not found on this machine: {missing}");
    }

    let shown = |path: &Path| shown(path.strip_prefix(".").unwrap_or(path));
    let listed = |paths: &[PathBuf]| {
        paths
            .iter()
            .map(|path| shown(path))
            .collect::<Vec<_>>()
            .join(", ")
    };

    if !build.left_out.is_empty() {
        let left_out: Vec<String> = build.left_out.iter().map(|path| shown(path)).collect();
        let _ = writeln!(text, "not compiled, and so left out: {}", named(&left_out));
    }

    text += begins;
    text += &other_languages(build);
    if given {
        let rules = JdkRules::files().count();
        let _ = writeln!(
            text,
            "wrote {JDK_FOLDER}: {rules} rules for users of the JDK"
        );
    }

    let own = properties.len() - usize::from(given);
    if own > 0 {
        let _ = writeln!(text, "properties: {}", listed(&properties[..own]));
    }
    if !build.classes.is_empty() {
        let _ = writeln!(
            text,
            "classes: {}; woven ones go to {}",
            listed(&build.classes),
            shown(&build.output)
        );
    }

    let _ = writeln!(text, "wrote {}", shown(file));
    text
}
