//! The workers of a command, from its options.

use std::path::Path;

use cluster::{Cluster, Failure, Host, Network};
use text::{Diagnostic, Span};

use crate::cli::WorkersArgs;
use crate::failure::about_file;
use crate::inputs::{shown, text_file};

/// The workers that the options ask for.
///
/// # Errors
/// A hosts file that cannot be used, or a process that is not in it.
pub fn cluster(args: &WorkersArgs) -> Result<Cluster, Diagnostic> {
    let workers = args.workers.get();
    let (Some(file), Some(process)) = (&args.hosts, args.process) else {
        return Ok(Cluster::of_workers(workers));
    };
    let hosts = hosts(file)?;
    if process >= hosts.len() {
        let file = shown(file);
        let (last, count) = (hosts.len().saturating_sub(1), hosts.len());
        let message = format!("there is no process {process}: the file has {count} hosts");
        let help = format!("processes have the numbers 0 to {last}, in the order of the lines");
        return Err(about_file(&file, "hosts", message).with_help(help));
    }
    Ok(Cluster {
        workers,
        network: Some(Network {
            addresses: hosts.into_iter().map(|host| host.address).collect(),
            process,
            patience: u64::from(args.patience),
        }),
    })
}

fn hosts(file: &Path) -> Result<Vec<Host>, Diagnostic> {
    let text = text_file(file, "hosts file")?;
    let hosts = cluster::hosts(&text).map_err(|fault| {
        let finding = at_line(file, fault.line, fault.message);
        finding.with_help("write one `host:port` a line, for example `node1:2101`")
    })?;
    if hosts.is_empty() {
        let finding = about_file(&shown(file), "hosts", "the file has no hosts");
        return Err(finding.with_help("write one `host:port` a line, for example `node1:2101`"));
    }
    Ok(hosts)
}

fn at_line(file: &Path, line: u32, message: impl Into<String>) -> Diagnostic {
    let span = Span {
        line,
        column: 1,
        ..Span::default()
    };
    Diagnostic::error(&shown(file), span, "hosts", message)
}

/// Says why the workers have no result, at the line of the host.
pub fn failed(args: &WorkersArgs, failure: &Failure) -> Diagnostic {
    let file = args.hosts.as_deref().unwrap_or(Path::new("workers"));
    let host = |process: usize| {
        let hosts = hosts(file).unwrap_or_default();
        hosts.into_iter().nth(process).unwrap_or(Host {
            address: String::new(),
            line: 0,
        })
    };
    match failure {
        Failure::Unreachable { process, reason } => {
            let Host { address, line } = host(*process);
            let message = format!("process {process} at `{address}` cannot be reached: {reason}");
            let help = format!(
                "start the same command there with `--process {process}`, or give it more time with `--patience`"
            );
            at_line(file, line, message).with_help(help)
        }
        Failure::Occupied { process, reason } => {
            let Host { address, line } = host(*process);
            let message = format!("cannot listen at `{address}`: {reason}");
            at_line(file, line, message)
                .with_help("write an address of this machine with a port that is free")
        }
        Failure::Different { process, reason } => {
            let line = host(*process).line;
            at_line(file, line, format!("process {process} {reason}"))
                .with_help("start all processes with the same options but `--process`")
        }
        Failure::Lost(reason) => about_file(
            &shown(file),
            "hosts",
            format!("a worker was lost: {reason}"),
        )
        .with_help("look at what the other processes print, and start all of them again"),
    }
}
