//! `residua record`: the user's program on classes that record the events of their threads, and the
//! log of its run.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use recording::{Merge, runs};

use super::Outcome;
use super::recorded_program::RecordedProgram;
use crate::cli::RecordArgs;
use crate::console::Console;
use crate::inputs::shown;
use crate::wording::{next, record as wording};
use crate::{interrupt, output};

/// The variable of the environment that tells the program where to record.
const FOLDER: &str = "RESIDUA_LOG";

/// The time between two looks at the program.
const LOOK: Duration = Duration::from_millis(10);

/// The time that a program has to end by itself.
const PATIENCE: Duration = Duration::from_secs(2);

/// The events between two notes of progress.
const STEP: usize = 1 << 20;

/// Weaves, runs the command, and writes one log for each virtual machine that recorded. The exit
/// status is that of the command.
pub fn run(args: &RecordArgs, console: Console) -> Result<Outcome> {
    let program = RecordedProgram::of(&args.program, console)?;
    // The log is written even if the user ends the program.
    let status = interrupt::whole(|| recorded(args, &program, console))?;
    Ok(Outcome::Status(status))
}

fn recorded(args: &RecordArgs, program: &RecordedProgram, console: Console) -> Result<u8> {
    let beside = args.output.parent().filter(|p| !p.as_os_str().is_empty());
    let beside = beside.unwrap_or(Path::new("."));
    let scratch = tempfile::Builder::new()
        .prefix(".residua-record-")
        .tempdir_in(beside)
        .with_context(|| format!("cannot write beside {}", shown(&args.output)))?;
    let woven = program.weave(scratch.path(), console)?;
    let folder = scratch.path().join("run");
    let status = ran(program.on(&woven).env(FOLDER, &folder))?;
    // The log may need the space.
    let _ = std::fs::remove_dir_all(&woven);
    write_logs(&folder, &args.output, console)?;
    Ok(code(status))
}

/// Runs the program to its end. If the user ends the command, the program may end by itself for a
/// moment, as it does if it has got the same signal.
pub(super) fn ran(command: &mut Command) -> Result<ExitStatus> {
    let program = command.get_program().to_string_lossy().into_owned();
    let running = || format!("cannot run `{program}`");
    let mut child = command.spawn().with_context(running)?;
    let mut patience = PATIENCE;
    loop {
        if let Some(status) = child.try_wait().with_context(running)? {
            return Ok(status);
        }
        if interrupt::is_asked() {
            if patience.is_zero() {
                child.kill().with_context(running)?;
            }
            patience = patience.saturating_sub(LOOK);
        }
        std::thread::sleep(LOOK);
    }
}

/// The exit status as a shell has it: 128 and the number of the signal that ended the process.
fn code(status: ExitStatus) -> u8 {
    use std::os::unix::process::ExitStatusExt;
    let code = status.code().or(status.signal().map(|signal| 128 + signal));
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1)
}

fn write_logs(folder: &Path, target: &Path, console: Console) -> Result<()> {
    let folders = if folder.exists() {
        runs(folder)?
    } else {
        Vec::new()
    };
    if folders.is_empty() && folder.exists() {
        bail!(wording::NOT_BEGUN);
    }
    if folders.is_empty() {
        bail!(wording::NOTHING_RECORDED);
    }
    for folder in &folders {
        refuse(folder)?;
    }
    for (number, folder) in folders.iter().enumerate() {
        let target = numbered(target, number);
        write_log(folder, &target, console)?;
    }
    console.next(next::record(target));
    Ok(())
}

/// The log of a virtual machine: `run.log`, `run-2.log`.
fn numbered(target: &Path, number: usize) -> PathBuf {
    if number == 0 {
        return target.to_owned();
    }
    let stem = target.file_stem().unwrap_or_default().to_string_lossy();
    let mut name = format!("{stem}-{}", number + 1);
    if let Some(extension) = target.extension() {
        name += ".";
        name += &extension.to_string_lossy();
    }
    target.with_file_name(name)
}

/// A run whose recording has been refused is an error.
fn refuse(folder: &Path) -> Result<()> {
    match recording::refusal(folder) {
        Some(refusal) => bail!(wording::refused(&refusal)),
        None => Ok(()),
    }
}

fn write_log(folder: &Path, target: &Path, console: Console) -> Result<()> {
    let (merge, events) = merge_into(folder, target, &shown(target), console)?;
    let size = std::fs::metadata(target)?.len();
    let threads = merge.tables().threads.len();
    anstream::eprint!("{}", wording::written(target, events, threads, size));
    Ok(())
}

/// The logs of the runs in a folder that woven classes have recorded into, each with the name of its
/// run. They stand in `scratch`.
///
/// # Errors
/// The folder has no run, or one that was refused, or one that cannot be read.
pub(super) fn logs_of(
    folder: &Path,
    scratch: &Path,
    console: Console,
) -> Result<Vec<(String, PathBuf)>> {
    let folders = runs(folder)?;
    if folders.is_empty() {
        bail!(wording::no_run(folder));
    }
    let mut logs = Vec::new();
    for run in folders {
        refuse(&run)?;
        let name = shown(&run);
        let log = tempfile::Builder::new().tempdir_in(scratch)?.keep();
        let log = log.join("log");
        merge_into(&run, &log, &name, console)?;
        logs.push((name, log));
    }
    Ok(logs)
}

/// Writes the log of a recorded run, whose `name` stands in findings. Gives the number of its events.
fn merge_into(
    folder: &Path,
    target: &Path,
    name: &str,
    console: Console,
) -> Result<(Merge, usize)> {
    let mut merge = Merge::open(folder)?;
    let mut events = 0_usize;
    output::write_meanwhile(target, |file| {
        let mut writer = predict::log::Writer::new(file)?;
        while let Some(event) = merge.next_event().map_err(std::io::Error::other)? {
            writer.push(event, merge.tables())?;
            events += 1;
            if events.is_multiple_of(STEP) {
                console.phase(wording::progress(events));
            }
        }
        if events == 0 {
            return Err(std::io::Error::other(wording::NOT_BEGUN));
        }
        writer.finish(merge.tables())?;
        Ok(())
    })?;
    console.end();
    let stop = merge.stop().map(|stop| wording::stopped(name, stop));
    console.findings(stop.as_slice())?;
    Ok((merge, events))
}
