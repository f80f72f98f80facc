//! The calls of a run inside `java.base`, and between it and the program, against the class
//! hierarchy.
//!
//! The analysis has models of the JDK's methods and no calls of theirs. What it has for code in jars
//! is this: class files lowered to the IR, and calls resolved in them. Here both are asked about real
//! calls of real library code.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use anyhow::{Context, Result};
use ir::{CallSiteId, ClassId, MethodId, MethodKind, Program};
use java_bytecode::{ClassFileBytes, load};
use java_compiled::{ClassFiles, EmittedName, Pairs, pair};
use java_types::Access;
use jvm::classpath::ClassPath;
use jvm::files::each_file;
use jvm::jdk::Jdk;
use points_to::{CallGraph, Callee, Dispatch, Roots, arity, class_hierarchy};

use super::class_files;
use super::recorder::BASE;
use super::recording::{BaseRecording, MethodNumber, Recording, Site, SiteNumber};
use super::static_calls::calls_in;
use super::subject::Subject;

/// The methods of the JDK that the virtual machine calls by itself, in the midst of any code: it
/// loads a class, asks whether code may, looks for the code of a native method, links a dynamic call,
/// or starts and ends a thread.
const CALLED_BY_THE_MACHINE: [(&str, &str); 9] = [
    ("java/lang/ClassLoader", "findNative"),
    ("java/lang/ClassLoader", "loadClass"),
    ("java/lang/ClassLoader", "addClass"),
    ("java/lang/ClassLoader", "checkPackageAccess"),
    ("java/lang/invoke/MethodHandleNatives", ""),
    ("java/lang/Thread", ""),
    ("java/lang/ref/Finalizer", ""),
    ("java/lang/ref/Reference", ""),
    ("java/lang/Shutdown", ""),
];

/// The package of method handles and variable handles. What their calls run is code that the JDK makes.
const METHOD_HANDLES: &str = "java/lang/invoke/";

/// Methods whose call runs a class that the JDK makes at run time, for a method or constructor that
/// reflection has called often.
const RUNS_MADE_CLASSES: [&str; 2] = [
    "jdk/internal/reflect/DelegatingConstructorAccessorImpl",
    "jdk/internal/reflect/DelegatingMethodAccessorImpl",
];

/// The calls of a run that are in the class hierarchy, and those that it lacks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BaseRecall {
    /// Woven methods of `java.base` that ran.
    pub executed: usize,
    /// Different edges of the run, from or into `java.base`.
    pub edges: usize,
    /// Calls that may run their method themselves.
    pub direct: usize,
    /// Calls that may run it through methods without the recorder: bridges, and code that does not
    /// stand it.
    pub through: usize,
    /// Calls of native methods, of other libraries and of classes made at run time. What they run is
    /// not looked at.
    pub unseen: usize,
    /// Methods that the JDK runs in a dynamic call or a call of method handles, most of them to link
    /// it.
    pub handles: usize,
    /// Methods that the virtual machine runs, whatever call is under way.
    pub by_machine: usize,
    /// Calls before a method that they cannot run: code of another library stands between.
    pub foreign: BTreeSet<String>,
    /// Methods and calls that are not known in the lowered program.
    pub unmapped: BTreeSet<String>,
    /// Edges that the class hierarchy lacks.
    pub missing: BTreeSet<String>,
}

/// The head of a table of them.
pub const HEAD: &str = "| program | methods of `java.base` | edges | of calls | through code without the recorder | of native code and other libraries | by method handles | of the virtual machine | by way of other libraries | not mapped | missing |\n|---|---|---|---|---|---|---|---|---|---|---|";

impl BaseRecall {
    /// The row of a program.
    pub fn row(&self, program: &str) -> String {
        let (unmapped, missing) = (self.unmapped.len(), self.missing.len());
        format!(
            "| {program} | {} | {} | {} | {} | {} | {} | {} | {} | {unmapped} | {missing} |",
            self.executed,
            self.edges,
            self.direct,
            self.through,
            self.unseen,
            self.handles,
            self.by_machine,
            self.foreign.len()
        )
    }

    /// The first `shown` of the edges by way of other libraries, of the calls that are not known and
    /// of the edges that are missing.
    pub fn details(&self, shown: usize) -> impl Iterator<Item = String> + '_ {
        let foreign = self.foreign.iter().take(shown);
        let foreign = foreign.map(|edge| format!("by way of another library: {edge}"));
        let unmapped = self.unmapped.iter().take(shown);
        let unmapped = unmapped.map(|name| format!("not mapped in `java.base`: {name}"));
        let missing = self.missing.iter().take(shown);
        foreign
            .chain(unmapped)
            .chain(missing.map(|edge| format!("missing edge of `java.base`: {edge}")))
    }
}

/// The program that ran, its driver and `java.base`, lowered from their class files.
#[derive(Debug)]
pub struct WholeProgram {
    /// The class files.
    pub program: Program,
    /// Which methods and calls of class files are which of the program.
    pub pairs: Pairs,
}

impl WholeProgram {
    /// Lowers what [`super::recorder::record`] left, with `java.base`.
    ///
    /// # Errors
    /// Class files cannot be read.
    pub fn lower(subject: &Subject, jdk: &Jdk) -> Result<WholeProgram> {
        let folders = ["plain", BASE].map(|name| subject.work.join(name));
        let (mut files, mut paths) = (Vec::new(), Vec::new());
        for folder in &folders {
            paths.extend(class_files(folder)?);
            each_file(
                folder,
                &|path| path.ends_with(".class"),
                &mut |path, bytes| {
                    files.push(ClassFileBytes {
                        root: folder.display().to_string(),
                        path: path.to_owned(),
                        bytes,
                    });
                },
            )?;
        }

        let library = ClassPath::open(&subject.class_path, jdk)?;
        let program = load(files, Arc::new(library));
        let pairs = pair(&program, &ClassFiles::read(&paths)?);
        Ok(WholeProgram { program, pairs })
    }

    /// The calls by the class hierarchy, of all methods of the classes that ran.
    pub fn graph(&self, recording: &Recording, base: &BaseRecording) -> CallGraph {
        let dispatch = Dispatch::new(&self.program);
        let roots = Roots {
            entries: entries(&self.program, recording, base, &self.pairs),
            ..Roots::default()
        };
        class_hierarchy(&self.program, &dispatch, &roots)
    }
}

/// Compares what ran in `java.base` with its class files. O(edges * methods without the recorder).
///
/// # Errors
/// The recording is without `java.base`, or class files cannot be read.
pub fn compare(subject: &Subject, jdk: &Jdk, recording: &Recording) -> Result<BaseRecall> {
    let base = recording.base.as_ref().context(
        "the recording has no calls of `java.base`: make it anew, by `recall --base` without `--recorded`",
    )?;
    let whole = WholeProgram::lower(subject, jdk)?;
    let graph = whole.graph(recording, base);
    Ok(compared(&whole, recording, base, &graph))
}

/// Compares what ran in `java.base` with this call graph.
pub fn compared(
    whole: &WholeProgram,
    recording: &Recording,
    base: &BaseRecording,
    graph: &CallGraph,
) -> BaseRecall {
    let mut comparison = Comparison::new(whole, recording, base, graph);
    comparison.edges();
    comparison.found
}

/// The methods of the classes of which a method ran. One of them may have made its functional objects
/// before the recording began.
fn entries(
    program: &Program,
    recording: &Recording,
    base: &BaseRecording,
    pairs: &Pairs,
) -> Vec<MethodId> {
    let ran = base.edges.iter().map(|&(_, method)| method);
    let numbers: BTreeSet<MethodNumber> = ran
        .chain(base.untold.iter().copied())
        .chain(recording.executed())
        .collect();
    let names = numbers.iter().filter_map(|number| {
        let own = || recording.methods.get(number);
        base.methods.get(number).or_else(own)
    });
    let methods = names.filter_map(|name| pairs.methods.get(name));
    let classes: BTreeSet<ClassId> = methods
        .map(|&method| program.methods[method].class)
        .collect();
    let of_class = |class: &ClassId| program.classes[*class].methods.clone();
    classes.iter().flat_map(of_class).collect()
}

fn natives(program: &Program) -> BTreeMap<String, Vec<MethodId>> {
    let mut natives: BTreeMap<String, Vec<MethodId>> = BTreeMap::new();
    for (id, method) in program.methods.iter_enumerated() {
        if Access(method.access).has(Access::NATIVE) {
            let name = format!("{}{}", method.name, method.descriptor);
            natives.entry(name).or_default().push(id);
        }
    }
    natives
}

struct Comparison<'a> {
    program: &'a Program,
    recording: &'a Recording,
    base: &'a BaseRecording,
    pairs: &'a Pairs,
    graph: &'a CallGraph,
    /// Methods that the recorder is in.
    woven: BTreeSet<MethodId>,
    /// Native methods, by name and descriptor.
    natives: BTreeMap<String, Vec<MethodId>>,
    /// The methods that calls run, by the name and descriptor of the call.
    run_by_name: OnceCell<BTreeMap<String, BTreeSet<MethodId>>>,
    /// The methods that the virtual machine may run by itself.
    by_machine: OnceCell<BTreeSet<MethodId>>,
    /// For each method without the recorder those with it that it may run, by way of others without
    /// it.
    through: BTreeMap<MethodId, BTreeSet<MethodId>>,
    found: BaseRecall,
}

impl<'a> Comparison<'a> {
    fn new(
        whole: &'a WholeProgram,
        recording: &'a Recording,
        base: &'a BaseRecording,
        graph: &'a CallGraph,
    ) -> Self {
        let WholeProgram { program, pairs } = whole;
        let names = recording.methods.values().chain(base.methods.values());
        Comparison {
            program,
            recording,
            base,
            pairs,
            graph,
            woven: names
                .filter_map(|name| pairs.methods.get(name).copied())
                .collect(),
            natives: natives(program),
            run_by_name: OnceCell::new(),
            by_machine: OnceCell::new(),
            through: BTreeMap::new(),
            found: BaseRecall::default(),
        }
    }

    fn edges(&mut self) {
        let base = self.base;
        self.found.edges = base.edges.len();
        let ran: BTreeSet<MethodNumber> = base.edges.iter().map(|&(_, method)| method).collect();
        let is_of_base = |number: &&MethodNumber| base.methods.contains_key(number);
        self.found.executed = ran.iter().filter(is_of_base).count();
        for &(site, method) in &base.edges {
            self.edge(site, method);
        }
    }

    fn edge(&mut self, number: SiteNumber, method: MethodNumber) {
        let Some(callee) = self.method(method) else {
            return;
        };
        if number == 0 {
            self.found.by_machine += 1;
            return;
        }
        let site = self.site(number);
        if site.instruction == "invokedynamic" || site.callee.starts_with(METHOD_HANDLES) {
            self.found.handles += 1;
            return;
        }
        let Some(&call) = self.pairs.calls.get(&site.call) else {
            self.found.unmapped.insert(site.to_string());
            return;
        };

        let targets: BTreeSet<MethodId> = self
            .graph
            .targets
            .get(&call)
            .into_iter()
            .flatten()
            .filter_map(|target| target.method())
            .collect();
        if targets.contains(&callee) {
            self.found.direct += 1;
        } else if self.is_run_through(&targets, callee) {
            self.found.through += 1;
        } else if self.is_unseen(site, call) {
            self.found.unseen += 1;
        } else if self.is_run_by_machine(callee) {
            self.found.by_machine += 1;
        } else {
            let text = format!("{site} runs {}", self.name(callee));
            let edges = if self.is_foreign(site, callee) {
                &mut self.found.foreign
            } else {
                &mut self.found.missing
            };
            edges.insert(text);
        }
    }

    /// Returns whether a call runs native code, code of other libraries, or a class that is made at
    /// run time; or it was left by an exception in a constructor of the program, whose frame stays.
    fn is_unseen(&self, site: &Site, call: CallSiteId) -> bool {
        let (owner, callee) = site.callee.split_once('.').unwrap_or_default();
        let is_native = |method: &MethodId| {
            let class = &self.program.classes[self.program.methods[*method].class].name;
            self.program.hierarchy.is_subclass(owner, class).may()
        };
        let natives = self.natives.get(callee);
        let caller = &site.call.method;
        natives.into_iter().flatten().any(is_native)
            || self.graph.targets.get(&call) == Some(&BTreeSet::from([Callee::Library]))
            || RUNS_MADE_CLASSES.contains(&&*caller.class)
            || caller.method.starts_with("<init>")
                && callee.starts_with("<init>")
                && self.is_of_program(caller)
    }

    fn is_of_program(&self, caller: &EmittedName) -> bool {
        self.recording.methods.values().any(|own| own == caller)
    }

    /// Returns whether code of another library stands between a call and a method that it cannot run
    /// itself: it has another name, or its class is not below that of the call. This is so where an
    /// object of another library is the receiver, and where a class of another library is initialized
    /// after the call. The function of a lambda has the name of the calls that run it.
    fn is_foreign(&self, site: &Site, callee: MethodId) -> bool {
        let method = &self.program.methods[callee];
        let class = &self.program.classes[method.class].name;
        let (owner, called) = site.callee.split_once('.').unwrap_or_default();
        if method.name.starts_with("lambda$") {
            return !self.run_by_name(called).contains(&callee);
        }
        // By a bridge the method of a subclass has other types.
        let (name, descriptor) = called.split_at(called.find('(').unwrap_or(called.len()));
        let is_override = *name == *method.name
            && arity(descriptor) == arity(&method.descriptor)
            && self.program.hierarchy.is_subclass(class, owner).may();
        !is_override
    }

    /// The methods that calls of this name and descriptor run.
    fn run_by_name(&self, called: &str) -> &BTreeSet<MethodId> {
        static NONE: BTreeSet<MethodId> = BTreeSet::new();
        let all = self.run_by_name.get_or_init(|| {
            let mut all: BTreeMap<String, BTreeSet<MethodId>> = BTreeMap::new();
            for (site, method) in self.graph.edges() {
                for callee in self.program.calls[site].target.named() {
                    let name = format!("{}{}", callee.name, callee.descriptor);
                    all.entry(name).or_default().insert(method);
                }
            }
            all
        });
        all.get(called).unwrap_or(&NONE)
    }

    /// Returns whether one of the methods has no recorder, and may run `callee`.
    fn is_run_through(&mut self, targets: &BTreeSet<MethodId>, callee: MethodId) -> bool {
        targets
            .iter()
            .filter(|target| !self.woven.contains(target))
            .copied()
            .collect::<Vec<_>>()
            .into_iter()
            .any(|target| self.through(target).contains(&callee))
    }

    fn through(&mut self, method: MethodId) -> &BTreeSet<MethodId> {
        if !self.through.contains_key(&method) {
            let found = self.reached_through([method].into());
            self.through.insert(method, found);
        }
        &self.through[&method]
    }

    /// The woven methods that these, which are not woven, may run.
    fn reached_through(&self, methods: BTreeSet<MethodId>) -> BTreeSet<MethodId> {
        let (mut pending, mut seen) = (Vec::from_iter(methods.iter().copied()), methods);
        let mut found = BTreeSet::new();
        while let Some(method) = pending.pop() {
            for site in calls_in(self.program, method) {
                let targets = self.graph.targets.get(&site).into_iter().flatten();
                for target in targets.filter_map(|target| target.method()) {
                    if self.woven.contains(&target) {
                        found.insert(target);
                    } else if seen.insert(target) {
                        pending.push(target);
                    }
                }
            }
        }
        found
    }

    fn is_run_by_machine(&self, callee: MethodId) -> bool {
        self.by_machine
            .get_or_init(|| {
                let entries = self
                    .program
                    .methods
                    .iter_enumerated()
                    .filter(|(_, method)| {
                        let class = &self.program.classes[method.class].name;
                        CALLED_BY_THE_MACHINE.iter().any(|&(owner, name)| {
                            &**class == owner && (name.is_empty() || &*method.name == name)
                        })
                    });
                let entries: BTreeSet<MethodId> = entries.map(|(id, _)| id).collect();
                let (woven, not_woven): (BTreeSet<_>, BTreeSet<_>) =
                    entries.into_iter().partition(|id| self.woven.contains(id));
                woven
                    .into_iter()
                    .chain(self.reached_through(not_woven))
                    .collect()
            })
            .contains(&callee)
    }

    /// The lowered method of a recorded one. Where only assertions need it, javac alone has a static
    /// initializer.
    fn method(&mut self, number: MethodNumber) -> Option<MethodId> {
        let names = [&self.base.methods, &self.recording.methods];
        let name = names.iter().find_map(|names| names.get(&number))?;
        let found = self.pairs.methods.get(name).copied();
        if found.is_none() && name.method != "<clinit>()V" {
            let text = format!("{}.{}", name.class, name.method);
            self.found.unmapped.insert(text);
        }
        found
    }

    fn site(&self, number: SiteNumber) -> &'a Site {
        let sites = [&self.base.sites, &self.recording.sites];
        sites
            .iter()
            .find_map(|sites| sites.get(&number))
            .expect("the recorder tells calls of the table")
    }

    fn name(&self, method: MethodId) -> String {
        let method = &self.program.methods[method];
        let class = &self.program.classes[method.class].name;
        let kind = match method.kind {
            MethodKind::MethodReference => " (a method reference)",
            _ => "",
        };
        format!("{class}.{}{}{kind}", method.name, method.descriptor)
    }
}
