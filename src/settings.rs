//! The settings of commands: the command line and the configuration file together, validated.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Result, bail};
use languages::Fidelity;

use crate::cli::{AnalyzeArgs, CheckArgs, Format, ProgramArgs, Step, WovenArgs, fidelity};
use crate::config::{self, Config};
use crate::inputs::{class_path, shown};
use crate::wording::shell_word;

/// The validated arguments of `analyze`.
#[derive(Debug)]
pub struct Settings {
    /// The program, for at least one property.
    pub program: ProgramSettings,
    /// The folder for the results.
    pub out: PathBuf,
    /// How far to reduce.
    pub through: Step,
    /// True if conditions over data are decided.
    pub over_data: bool,
    /// How to print.
    pub format: Format,
    /// True if the independent checker confirms the results.
    pub check: bool,
    /// True if sources that cannot be read in full are refused, and results on assumptions that are
    /// not accepted.
    pub strict: bool,
    /// Assumptions that are accepted: `ID` or `ID:FILE`.
    pub accept: Vec<String>,
    /// How many generators may stay monitored.
    pub budget: Option<u64>,
    /// The counts of a run.
    pub counts: Option<PathBuf>,
    /// True if results that are there are made again.
    pub force: bool,
    /// The arguments that `weave` needs to follow, each with a space before it.
    pub weave_needs: String,
}

/// The program that the code of properties is checked against, as far as it is known. Lists are in
/// the order given.
#[derive(Debug)]
pub struct CheckSettings {
    /// Folders of sources.
    pub sources: Vec<PathBuf>,
    /// Files and folders of theirs that are not read.
    pub left_out: Vec<PathBuf>,
    /// Folders and jars of the compiled sources.
    pub classes: Vec<PathBuf>,
    /// Class path entries.
    pub class_path: Vec<PathBuf>,
}

/// The input of weaving.
#[derive(Debug)]
pub struct WeaveSettings {
    /// The plan.
    pub plan: PathBuf,
    /// Folders and jars of classes, at least one.
    pub classes: Vec<PathBuf>,
    /// Class path entries.
    pub class_path: Vec<PathBuf>,
    /// True if classes may get fields for the monitors.
    pub adds_fields: bool,
    /// True if methods that are taken for unreachable say so when they run.
    pub tripwires: bool,
    /// The folder that the configuration names for the woven classes.
    pub output: Option<PathBuf>,
}

/// The default folder for the results of `analyze`.
const OUT: &str = "residua-out";

/// A program and what is known about it. Lists are in the order given.
#[derive(Debug)]
pub struct ProgramSettings {
    /// Folders of sources; none where the program is known by its class files alone.
    pub sources: Vec<PathBuf>,
    /// Files and folders of theirs that are not read.
    pub left_out: Vec<PathBuf>,
    /// Property files.
    pub properties: Vec<PathBuf>,
    /// How they are read.
    pub fidelity: Fidelity,
    /// Class path entries.
    pub class_path: Vec<PathBuf>,
    /// The program's own compiled classes; none where the sources alone are the program.
    pub classes: Vec<PathBuf>,
    /// Folders of resources beside them.
    pub resources: Vec<PathBuf>,
    /// Annotations that nobody acts on, beside the known ones.
    pub inert_annotations: Vec<String>,
    /// Entry point patterns; none means every `main`.
    pub entries: Vec<String>,
    /// Methods that ran though they were taken for unreachable.
    pub ran: Option<PathBuf>,
    /// The log of reflective calls in runs.
    pub reflection_log: Option<PathBuf>,
    /// Files of models on top of the built-in ones.
    pub models: Vec<PathBuf>,
    /// How many threads to work on; `None` is one for each processor.
    pub threads: Option<NonZeroUsize>,
}

impl ProgramSettings {
    /// The class path with the compiled classes of the program before it: those that have no source
    /// are known by them. They need not be there yet.
    pub fn whole_class_path(&self) -> Vec<PathBuf> {
        let classes = self.classes.iter().filter(|entry| entry.exists());
        classes.chain(&self.class_path).cloned().collect()
    }
}

impl Settings {
    /// Reads the configuration file, if there is one, and lets the command line win: an option that
    /// is given there replaces that of the file, lists included.
    ///
    /// # Errors
    /// The configuration file cannot be used; there are no sources or no properties.
    pub fn new(args: AnalyzeArgs) -> Result<Settings> {
        let config = config::in_force(args.program.config.as_deref())?;
        let settings = merge(args, config);
        settings.program.require_sources()?;
        if settings.program.properties.is_empty() {
            bail!(
                "no properties to analyse for: give at least one with `--property FILE`, or write `property = [..]` into `residua.toml`"
            );
        }
        Ok(settings)
    }
}

impl ProgramSettings {
    /// As [`Settings::new`], for commands that look at a program and need no property.
    ///
    /// # Errors
    /// The configuration file cannot be used, or there are no sources.
    pub fn new(args: ProgramArgs) -> Result<ProgramSettings> {
        let config = config::in_force(args.config.as_deref())?;
        let settings = merge_program(args, config);
        settings.require_sources()?;
        Ok(settings)
    }

    fn require_sources(&self) -> Result<()> {
        if self.sources.is_empty() && self.classes.is_empty() {
            bail!(
                "no program to analyse: give the folder of its sources with `--source DIR`, that of its class files with `--classes DIR`, or let `residua init` find them"
            );
        }
        Ok(())
    }
}

impl CheckSettings {
    /// As [`Settings::new`]; nothing has to be known.
    ///
    /// # Errors
    /// The configuration file cannot be used.
    pub fn new(args: &CheckArgs) -> Result<CheckSettings> {
        let known = CheckSettings::of(config::in_force(args.config.as_deref())?);
        Ok(CheckSettings {
            sources: non_empty(args.source.clone(), known.sources),
            class_path: non_empty(class_path::entries(&args.classpath), known.class_path),
            ..known
        })
    }

    /// The program that a configuration names.
    pub fn of(config: Config) -> CheckSettings {
        CheckSettings {
            sources: config.source,
            left_out: config.left_out,
            classes: config.classes,
            class_path: config.classpath,
        }
    }
}

impl WeaveSettings {
    /// As [`Settings::new`].
    ///
    /// # Errors
    /// The configuration file cannot be used, or there are no classes.
    pub fn new(args: &WovenArgs) -> Result<WeaveSettings> {
        let config = config::in_force(args.config.as_deref())?;
        let plan = args.plan.clone().unwrap_or_else(|| plan_of(&config));
        let classes = non_empty(args.classes.clone(), config.classes);
        if classes.is_empty() {
            bail!(
                "no classes to weave: give their folder or jar with `--classes`, or let `residua init` find them"
            );
        }

        let class_path = non_empty(class_path::entries(&args.classpath), config.classpath);
        let adds_fields = !(args.no_fields || config.no_fields);
        let tripwires = !(args.no_tripwires || config.no_tripwires);
        Ok(WeaveSettings {
            plan,
            classes,
            class_path,
            adds_fields,
            tripwires,
            output: config.output,
        })
    }
}

/// The plan that `analyze` writes under a configuration.
pub fn plan_of(config: &Config) -> PathBuf {
    config
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from(OUT))
        .join("plan.json")
}

fn merge(args: AnalyzeArgs, config: Config) -> Settings {
    let weave_needs = weave_needs(&args, &config);
    Settings {
        weave_needs,
        out: args
            .out
            .or_else(|| config.out.clone())
            .unwrap_or_else(|| PathBuf::from(OUT)),
        through: args.through.or(config.through).unwrap_or(Step::All),
        over_data: !(args.no_data || config.no_data),
        format: args.format.or(config.format).unwrap_or_default(),
        check: args.check || config.check,
        strict: args.strict || config.strict,
        accept: non_empty(args.accept, config.accept.clone()),
        budget: args.budget.or(config.budget),
        counts: args.counts.or_else(|| config.counts.clone()),
        force: args.force,
        program: merge_program(args.program, config),
    }
}

/// The arguments of `weave` after this analysis; those that cannot be known as what they stand for.
fn weave_needs(args: &AnalyzeArgs, config: &Config) -> String {
    let mut words = Vec::new();
    if let Some(file) = &args.program.config {
        words.push(format!("--config {}", shell_word(&shown(file))));
    }
    if let Some(out) = args
        .out
        .as_ref()
        .filter(|&out| plan_of(config) != out.join("plan.json"))
    {
        words.push(format!(
            "--plan {}",
            shell_word(&shown(&out.join("plan.json")))
        ));
    }
    if !args.program.compiled.is_empty() {
        let compiled = args.program.compiled.iter();
        let folders: Vec<String> = compiled.map(|folder| shell_word(&shown(folder))).collect();
        words.push(format!("--classes {}", folders.join(" ")));
    } else if config.classes.is_empty() {
        words.push("--classes DIR".to_owned());
    }
    if config.output.is_none() {
        words.push("-o DIR".to_owned());
    }
    words.iter().map(|word| format!(" {word}")).collect()
}

fn merge_program(args: ProgramArgs, config: Config) -> ProgramSettings {
    ProgramSettings {
        sources: non_empty(args.source, config.source),
        left_out: non_empty(args.left_out, config.left_out),
        properties: non_empty(args.property, config.property),
        fidelity: fidelity(args.compat || config.compat),
        class_path: non_empty(class_path::entries(&args.classpath), config.classpath),
        classes: non_empty(args.compiled, config.classes),
        resources: non_empty(args.resources, config.resources),
        inert_annotations: non_empty(args.inert_annotation, config.inert_annotations),
        entries: non_empty(args.entry, config.entry),
        ran: args.ran.or(config.ran),
        reflection_log: args.reflection_log.or(config.reflection_log),
        models: non_empty(args.models, config.models),
        threads: args.threads.or(config.threads),
    }
}

fn non_empty<T>(first: Vec<T>, second: Vec<T>) -> Vec<T> {
    if first.is_empty() { second } else { first }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::{Cli, Command};

    fn args(line: &str) -> AnalyzeArgs {
        match Cli::parse_from(line.split_whitespace()).command {
            Command::Analyze(args) => *args,
            other => panic!("not `analyze`: {other:?}"),
        }
    }

    #[test]
    fn command_line_wins_over_the_configuration() {
        let config = Config {
            source: vec!["a".into()],
            out: Some("o".into()),
            strict: true,
            ..Config::default()
        };
        let settings = merge(
            args("residua analyze --source b c --source d --property p"),
            config,
        );
        assert_eq!(settings.program.sources, ["b", "c", "d"].map(PathBuf::from));
        assert_eq!(settings.out, PathBuf::from("o"));
        assert!(settings.strict && !settings.check);
    }

    #[test]
    fn sources_and_properties_must_be_named() {
        let message = |line: &str| Settings::new(args(line)).unwrap_err().to_string();
        assert!(message("residua analyze --property p").contains("--source"));
        assert!(message("residua analyze --source s").contains("--property"));
    }
}
