//! Call graph and points-to sets of a program: how long they take, and how large they are.

use std::fmt;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use jvm::jdk::Jdk;
use points_to::models::Models;
use points_to::{Callee, Dispatch, Node, PointsTo, Roots, Start, entries, explore, openings};
use serde::{Deserialize, Serialize};

use crate::lower::{lower, models};
use crate::measured::peak_mebibytes;
use crate::programs::{Places, Program};

/// Columns of [`Row`].
pub const HEAD: &str = "\
| program | lines | methods | roots | open classes | models | reachable | call edges | objects per local | lowering s | solving s | MiB |
|---|---|---|---|---|---|---|---|---|---|---|---|";

/// The cost and the result of solving one program.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Row {
    /// The program.
    pub program: String,
    /// Lines of its sources.
    pub lines: usize,
    /// Methods with bodies.
    pub methods: usize,
    /// Entry points; 0 for a library.
    pub roots: usize,
    /// Classes that code without sources uses at will.
    pub opened: usize,
    /// True if models say what the library does.
    pub modelled: bool,
    /// Methods that may run.
    pub reachable: usize,
    /// Pairs of a call and a method of the sources that it may run.
    pub edges: usize,
    /// Mean size of the sets of locals that hold objects.
    pub objects: f64,
    /// Seconds from text to IR.
    pub lowering: f64,
    /// Seconds of the solver.
    pub solving: f64,
    /// The process's largest resident set so far, in MiB.
    pub mebibytes: f64,
}

impl Row {
    /// Seconds from text to the result.
    pub fn seconds(&self) -> f64 {
        self.lowering + self.solving
    }
}

/// Solves one program in a process of its own, whose memory is that program's.
///
/// # Errors
/// The process cannot be started, or fails, or prints something else.
pub fn in_a_process(places: &Places, program: &Program, as_library: bool) -> Result<Row> {
    let mut command = Command::new(std::env::current_exe()?);
    command
        .arg("--corpus")
        .arg(&places.corpus)
        .arg("--jars")
        .arg(&places.jars);
    command
        .args(["solve", "--here", &program.name])
        .args(as_library.then_some("--library"));
    let output = command.stderr(Stdio::inherit()).output()?;
    ensure!(
        output.status.success(),
        "{}: {}",
        program.name,
        output.status
    );

    serde_json::from_slice(&output.stdout)
        .with_context(|| format!("what the process for {} printed", program.name))
}

/// Solves one program in this process: from its `main` methods, else as a library.
pub fn solve(places: &Places, jdk: &Jdk, program: &Program, as_library: bool) -> Result<Row> {
    let start = Instant::now();
    let lowered = lower(places, jdk, program)?;
    let lowering = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let models = models(&lowered, &places.class_path(program)?, jdk)?;
    let (roots, points_to) = solved(&lowered, &models, as_library)?;
    let solving = start.elapsed().as_secs_f64();
    let is_method = |callee: &&Callee| matches!(callee, Callee::Method(_));

    Ok(Row {
        program: program.name.clone(),
        lines: crate::speed::size(places, program)?.1,
        methods: lowered
            .methods
            .iter()
            .filter(|method| method.body.is_some())
            .count(),
        roots: roots.entries.len(),
        opened: roots.opened.len(),
        modelled: points_to.is_modelled,
        reachable: points_to.reachable.len(),
        edges: points_to
            .targets
            .values()
            .map(|targets| targets.iter().filter(is_method).count())
            .sum(),
        objects: objects_of_locals(&lowered, &points_to),
        lowering,
        solving,
        mebibytes: peak_mebibytes()?,
    })
}

/// The call graph from the `main` methods, or from everything, with these models of libraries.
fn solved(program: &ir::Program, models: &Models, as_library: bool) -> Result<(Roots, PointsTo)> {
    let entries = entries(program, &[])?;
    let as_library = as_library || entries.library;
    let dispatch = Dispatch::new(program);
    let entries = if as_library {
        Vec::new()
    } else {
        entries.methods
    };
    let start = Start {
        entries,
        openings: openings(program, as_library),
        ..Start::default()
    };

    let (points_to, hidden) = explore(program, &dispatch, &start, models);
    Ok((hidden.reached.roots(&start.entries), points_to))
}

fn objects_of_locals(program: &ir::Program, points_to: &PointsTo) -> f64 {
    let bodies = points_to
        .reachable
        .iter()
        .filter_map(|&id| Some((id, program.methods[id].body.as_ref()?)));
    let sizes = bodies.flat_map(|(id, body)| {
        body.locals
            .indices()
            .map(move |local| Node::Local(id, local))
    });
    let sizes: Vec<u64> = sizes
        .map(|node| points_to.objects(node).len())
        .filter(|&size| size > 0)
        .collect();
    sizes.iter().sum::<u64>() as f64 / sizes.len().max(1) as f64
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {:.1} | {:.2} | {:.2} | {:.0} |",
            self.program,
            self.lines,
            self.methods,
            self.roots,
            self.opened,
            if self.modelled { "used" } else { "given up" },
            self.reachable,
            self.edges,
            self.objects,
            self.lowering,
            self.solving,
            self.mebibytes
        )
    }
}
