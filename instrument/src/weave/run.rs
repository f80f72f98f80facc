//! The steps of weaving.

use java_types::Spelling;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use date::model::Specification;
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use rayon::prelude::*;

use super::analysed::Analysed;
use super::carried::{AddedFields, carriers, fields};
use super::compile::Compilation;
use super::decide::{
    ClassDecisions, Decided, Exceptions, Join, Woven, decide, leaves_out_initialization,
};
use super::edit::edit;
use super::edits::{BodyEdits, ClassEdits};
use super::flows::{Asked, FlowPoints, PointOf, flow_points, is_around, told_of};
use super::handlers::ToldAtHandler;
use super::hide::{hide, in_sight};
use super::input::Inputs;
use super::output::{self, Content};
use super::pairing::{Placed, Verdict};
use super::program::{Program, ProgramClass, class_error, is_main};
use super::rows::Rows;
use super::sites::INITIALIZER;
use super::told::Told;
use super::tripwires::Tripwires;
use super::world::{Matcher, placement, unimportable};
use super::woven::WovenClasses;
use super::written;
use super::{RUNTIME_JAR, RuntimePlacement, Task, WeaveError, WeaveReport, WeaveRequest};
use crate::monitor::{
    Carriers, FlowPoint, MonitorSource, Notification, Passage, START_METHOD, Subject, generate,
    needs_start, notification_method,
};
use plan::{Freshness, Generator, When};

/// Major version of class files of Java 1; release N compiles to this plus N.
const MAJOR_BEFORE_JAVA_1: u16 = 44;

/// Weaves the monitors of a plan into class files, compiles them, and writes the output.
///
/// # Errors
/// [`WeaveError`]; nothing has been written then.
pub fn weave(request: &WeaveRequest<'_>) -> Result<WeaveReport, WeaveError> {
    let mut report = WeaveReport::default();
    check_fresh(request, &mut report)?;
    check_output(request)?;
    let jdk = match &request.java_home {
        Some(home) => Jdk::open(home)?,
        None => Jdk::from_environment()?,
    };

    let inputs = Inputs::read(&request.classes)?;
    report.notices.extend(inputs.notices.iter().cloned());
    let unpacked = tempfile::tempdir().map_err(WeaveError::Temporary)?;
    let unpacked_path = inputs
        .unpack(unpacked.path())
        .map_err(WeaveError::Temporary)?;
    let libraries: Vec<PathBuf> = request
        .class_path
        .iter()
        .chain(unpacked_path.iter().skip(1))
        .cloned()
        .collect();
    let class_path = Arc::new(ClassPath::open(&libraries, &jdk)?);

    let program = Program::read(&inputs, class_path, &Analysed::of(request.plan))?;
    program.refuse_another()?;
    report.notices.extend(program.others_notice());
    let tripwires = Tripwires::of(request.plan, request.task, request.tripwires, &program)?;
    report.notices.extend(tripwires.notice());

    let names: Vec<Vec<String>> = request
        .plan
        .models
        .iter()
        .map(|m| property_names(&m.mapping))
        .collect();
    let reduced = written::models(request, &BTreeSet::new());
    let mixed;

    let mut specifications = specifications(request, &program, (&reduced, &names))?;
    let mut decisions = decide_all((request, &tripwires), &program, &specifications, None);
    let written = as_written(request, &program, &decisions, &mut report);
    if !written.is_empty() {
        mixed = written::models(request, &written);
        specifications = self::specifications(request, &program, (&mixed, &names))?;
        decisions = decide_all(
            (request, &tripwires),
            &program,
            &specifications,
            Some(&written),
        );
    }

    count(request, &decisions, &written, &mut report);
    report
        .notices
        .extend(initializations_notice(&program, &specifications));
    if request.task == Task::Hide {
        hide(request, &inputs, &program, &decisions, &mut report)?;
        return Ok(report);
    }

    let monitors = Monitors::of(&program, &specifications, &decisions);
    let woven = edit_all(
        &program,
        &decisions,
        (&monitors, &tripwires),
        &specifications,
        &mut report,
    )?;
    let sources = monitors.sources(&specifications, request.handler.as_deref())?;
    let compiled = compile(
        (request, &unpacked_path),
        &jdk,
        &program,
        (&specifications, tripwires.is_any()),
        &sources,
    )?;

    module_notice(request, &inputs, &sources, &mut report);
    write(request, &inputs, &woven, &compiled)?;
    Ok(report)
}

fn check_fresh(request: &WeaveRequest<'_>, report: &mut WeaveReport) -> Result<(), WeaveError> {
    let freshness = Freshness::of(request.plan, &request.base);
    if !freshness.changed.is_empty() {
        return Err(WeaveError::Stale(freshness.changed));
    }
    let missing = freshness.missing.iter();
    report.notices.extend(
        missing.map(|file| format!("{file} is not here: the plan may not fit it any more")),
    );
    Ok(())
}

fn check_output(request: &WeaveRequest<'_>) -> Result<(), WeaveError> {
    let absolute = |path: &PathBuf| path.canonicalize().ok();
    let output = absolute(&request.output);
    let Some(existing) = output.clone().or_else(|| nearest_existing(&request.output)) else {
        return Ok(());
    };
    let inside = |input: &PathBuf| absolute(input).is_some_and(|input| existing.starts_with(input));
    let around = |input: &PathBuf| {
        absolute(input)
            .zip(output.as_ref())
            .is_some_and(|(input, out)| input.starts_with(out))
    };

    let mut inputs = request.classes.iter();
    if inputs.any(|input| inside(input) || around(input)) {
        return Err(WeaveError::OutputIsInput(request.output.clone()));
    }
    Ok(())
}

/// The innermost folder around a path that is there; a relative path stands in the current folder.
fn nearest_existing(path: &Path) -> Option<PathBuf> {
    let whole = std::path::absolute(path).ok()?;
    whole
        .ancestors()
        .skip(1)
        .find_map(|folder| folder.canonicalize().ok())
}

fn property_names(mapping: &[plan::PropertyMapping]) -> Vec<String> {
    mapping
        .iter()
        .map(|mapping| mapping.property.clone())
        .collect()
}

/// The properties that are woven as written, whatever the plan says. Full monitoring weaves all of
/// them so.
fn as_written(
    request: &WeaveRequest<'_>,
    program: &Program<'_>,
    decisions: &[ClassDecisions<'_>],
    report: &mut WeaveReport,
) -> BTreeSet<String> {
    if request.task == Task::Full {
        return BTreeSet::new();
    }
    let found = written::properties_as_written(request.plan, program, decisions);
    let (mut properties, notices): (BTreeSet<String>, Vec<String>) = found.into_iter().unzip();
    if !request.unforeseen.is_empty() {
        properties.extend(written::reduced(request.plan));
    }
    report
        .notices
        .extend(request.unforeseen.iter().cloned().chain(notices));
    properties
}

fn specifications<'a>(
    request: &WeaveRequest<'_>,
    program: &Program<'_>,
    (models, names): (&'a [Cow<'_, Specification>], &'a [Vec<String>]),
) -> Result<Vec<Woven<'a>>, WeaveError> {
    let (hierarchy, has_finalizers) = (&program.hierarchy, program.has_finalizers());
    let mut woven = Vec::new();
    for (order, (specification, names)) in models.iter().zip(names).enumerate() {
        let specification: &Specification = specification;
        let matcher = Matcher::new(specification, hierarchy);
        if let Some(class) = unimportable(specification, hierarchy) {
            return Err(WeaveError::Unsupported(format!(
                "{}: nothing can be imported from the unnamed package: write `{class}` in full and without an import, or \
                 give it a package",
                specification.file
            )));
        }

        // What finalizers reach is told from what its fields say by references that last, which are
        // found by hashes.
        let carriers = if request.adds_fields && !has_finalizers {
            carriers(specification, order, program)
        } else {
            Carriers::new()
        };
        let placement = placement(specification, hierarchy);
        let subject = Subject::new(
            specification,
            order,
            names,
            placement,
            carriers,
            has_finalizers,
        );
        woven.push(Woven { subject, matcher });
    }
    Ok(woven)
}

/// Decides for all classes, until every group of rows is silenced as a whole or not at all.
fn decide_all<'p>(
    (request, tripwires): (&WeaveRequest<'p>, &Tripwires),
    program: &Program<'_>,
    specifications: &[Woven<'_>],
    written: Option<&BTreeSet<String>>,
) -> Vec<ClassDecisions<'p>> {
    let generators = &request.plan.generators;
    let mut rows = Rows::new(generators);
    loop {
        let decide_one = |(number, class): (usize, &ProgramClass<'_>)| {
            let joins = match request.task {
                Task::Residual | Task::Full => BTreeSet::new(),
                Task::Hide => in_sight(class, specifications, &program.hierarchy),
            };
            let unreached = Some(&tripwires.classes[number]);
            let exceptions = Exceptions {
                all: request.task == Task::Full,
                written,
                joins,
                unreached,
            };
            decide(
                &class.sites,
                specifications,
                &program.hierarchy,
                &rows,
                &exceptions,
            )
        };

        let decisions: Vec<ClassDecisions<'p>> = program
            .classes
            .par_iter()
            .enumerate()
            .map(decide_one)
            .collect();
        let broken = broken_groups(generators, &rows, &decisions);
        if broken.is_empty() {
            return decisions;
        }
        rows.break_groups(&broken);
    }
}

/// The groups with a silenced row that is monitored after all. A row without a site raises nothing;
/// but where some site of its property could not be told to be a row, it may be that one.
fn broken_groups(
    generators: &[Generator],
    rows: &Rows<'_>,
    decisions: &[ClassDecisions<'_>],
) -> BTreeSet<u32> {
    let verdicts = decisions.iter().flat_map(|class| &class.verdicts);
    let doubtful =
        verdicts.filter(|decided| matches!(decided.verdict, Verdict::Unknown | Verdict::Ambiguous));
    let doubtful: BTreeSet<&str> = doubtful.map(|decided| decided.property.as_str()).collect();

    let placed: BTreeMap<&str, Placed> = decisions
        .iter()
        .flat_map(|class| class.placed.clone())
        .collect();
    let is_monitored = |row: &&Generator| match placed.get(row.id.as_str()) {
        Some(Placed::Silent) => false,
        Some(Placed::Monitored) => true,
        Some(Placed::Nowhere) | None => doubtful.contains(row.property.as_str()),
    };

    generators
        .iter()
        .filter(|row| rows.silences(row))
        .filter(is_monitored)
        .filter_map(|row| row.group)
        .collect()
}

fn count(
    request: &WeaveRequest<'_>,
    decisions: &[ClassDecisions<'_>],
    written: &BTreeSet<String>,
    report: &mut WeaveReport,
) {
    for property in &request.plan.properties {
        report.properties.entry(property.name.clone()).or_default();
    }
    for Decided {
        property, verdict, ..
    } in decisions.iter().flat_map(|class| &class.verdicts)
    {
        let ignores_plan = request.task == Task::Full || written.contains(property);
        report
            .properties
            .entry(property.clone())
            .or_default()
            .add(*verdict, ignores_plan);
    }

    let placed = decisions
        .iter()
        .flat_map(|class| &class.placed)
        .filter(|(_, placed)| **placed != Placed::Nowhere);
    let placed: BTreeSet<&str> = placed.map(|(id, _)| *id).collect();
    let rows = request.plan.generators.iter().map(|row| row.id.as_str());
    report.rows_without_site = rows
        .filter(|id| !placed.contains(id))
        .map(str::to_owned)
        .collect();
}

/// The classes that change.
fn edit_all<'i>(
    program: &Program<'i>,
    decisions: &[ClassDecisions<'_>],
    (monitors, tripwires): (&Monitors, &Tripwires),
    specifications: &[Woven<'_>],
    report: &mut WeaveReport,
) -> Result<WovenClasses<'i>, WeaveError> {
    let starting: Vec<&Woven<'_>> = specifications
        .iter()
        .enumerate()
        .filter(|(n, _)| monitors.starts.contains(n))
        .map(|(_, w)| w)
        .collect();

    let mut woven = WovenClasses::default();
    report.unchanged_classes += program.others.len();
    let before_main = program.initialized_before_main();

    let edit_one =
        |(number, (class, decisions)): (usize, (&ProgramClass<'_>, &ClassDecisions<'_>))| {
            let is_before_main = before_main.contains(&*class.sites.class);
            let flows = flow_points(&class.sites, specifications, &program.hierarchy);
            let told = ToldThere {
                decisions,
                flows: monitors.asked.only(flows),
                monitors,
                specifications,
            };
            let mut edits = edits(
                class,
                &told,
                (&starting, is_before_main),
                &tripwires.classes[number],
            );
            edits.fields.extend(
                monitors
                    .fields
                    .get(&*class.sites.class)
                    .into_iter()
                    .flatten()
                    .cloned(),
            );
            if edits.is_empty() {
                return Ok(None);
            }
            let edited = edit(&class.file.bytes, &class.sites, &edits, &program.hierarchy)
                .map_err(|error| class_error(class.file, error.method, error.source))?;
            Ok(Some(edited))
        };

    let edited: Vec<Result<Option<_>, WeaveError>> = program
        .classes
        .par_iter()
        .zip(decisions)
        .enumerate()
        .map(edit_one)
        .collect();

    for (class, edited) in program.classes.iter().zip(edited) {
        let Some(edited) = edited? else {
            report.unchanged_classes += 1;
            continue;
        };
        report.changed_classes += 1;
        woven.insert(&class.file.name, edited);
    }
    Ok(woven)
}

/// The notifications at the join points of a class.
struct ToldThere<'a> {
    decisions: &'a ClassDecisions<'a>,
    flows: FlowPoints,
    monitors: &'a Monitors,
    specifications: &'a [Woven<'a>],
}

impl ToldThere<'_> {
    /// Gives the notifications at a join point, in order: of its control flows next to it, or
    /// around its events.
    fn at(&self, join: Join) -> Vec<Told> {
        let of_events = self.decisions.told.get(&join).into_iter().flatten();
        let of_events = of_events.map(|(n, when, notification)| {
            self.monitors
                .told(&self.specifications[*n].subject, *n, *when, notification)
        });

        let points = self.flows.get(&join).into_iter().flatten();
        let is_around = |(n, point): &&PointOf| {
            is_around(self.decisions, join, (*n, point), &self.specifications[*n])
        };
        let (around, next): (Vec<&PointOf>, Vec<&PointOf>) = points.partition(is_around);
        let told = |points: &[&PointOf], passage: Passage| -> Vec<Told> {
            let told = points.iter().flat_map(|(n, point)| {
                self.monitors
                    .told_of(self.specifications, (*n, point), passage)
            });
            told.collect()
        };

        let mut all = told(&around, Passage::Begins);
        all.extend(told(&next, Passage::Ends));
        all.extend(of_events);
        all.extend(told(&next, Passage::Begins));
        all.extend(told(&around, Passage::Ends));
        all
    }

    fn at_handler(&self, join: Join) -> Vec<ToldAtHandler> {
        let notified = self.decisions.told.get(&join).into_iter().flatten();
        let of_exceptions = notified.map(|(n, _, notification)| {
            self.specifications[*n]
                .matcher
                .is_of_exceptions(notification.event, notification.alternative)
        });
        let pairs = self.at(join).into_iter().zip(of_exceptions);
        pairs
            .map(|(told, of_exception)| ToldAtHandler { told, of_exception })
            .collect()
    }
}

fn edits(
    class: &ProgramClass<'_>,
    told: &ToldThere<'_>,
    (starting, is_before_main): (&[&Woven<'_>], bool),
    tripwires: &BTreeMap<usize, String>,
) -> ClassEdits {
    let mut edits = ClassEdits::default();
    let has_main = class.sites.bodies.iter().any(is_main);
    for (b, body) in class.sites.bodies.iter().enumerate() {
        let sites = (0..body.sites.len())
            .map(|s| (s, told.at(Join::Site(b, s))))
            .filter(|(_, told)| !told.is_empty());
        let handlers = (0..body.handlers.len()).map(|h| (h, told.at_handler(Join::Handler(b, h))));
        let handlers = handlers.filter(|(_, told)| !told.is_empty()).collect();

        // The launcher makes an object to call a `main` that is not static.
        let execution = told.at(Join::Body(b));
        let begins = match &*body.name {
            INITIALIZER => is_before_main && (!body.is_added || !execution.is_empty()),
            "<init>" => has_main && &*body.descriptor == "()V",
            _ => is_main(body),
        };

        let starts = starting
            .iter()
            .filter(|_| begins)
            .map(|woven| (woven.subject.internal_name(), START_METHOD.to_owned()));
        let body_edits = BodyEdits {
            body: b,
            starts: starts.collect(),
            tripwire: tripwires.get(&b).cloned(),
            execution,
            handlers,
            sites: sites.collect(),
            hidden: Vec::new(),
        };

        if !body_edits.is_empty() {
            edits.bodies.push(body_edits);
        }
    }
    edits
}

/// Gives the notice for the user about initializations that are not monitored.
fn initializations_notice(program: &Program<'_>, specifications: &[Woven<'_>]) -> Option<String> {
    let is_left_out = |class: &&ProgramClass<'_>| {
        leaves_out_initialization(&class.sites, specifications, &program.hierarchy)
    };
    let mut left_out = program.classes.iter().filter(is_left_out);
    let first = left_out.next()?.sites.class.to_binary();
    let count = 1 + left_out.count();
    let classes = if count == 1 {
        "class is"
    } else {
        "classes are"
    };

    Some(format!(
        "the initialization of {count} {classes} not monitored ({first}): an initializer would have to be added, which \
         changes the version of serialized objects; a `serialVersionUID` in the class helps"
    ))
}

/// The notifications of all specifications, numbered, and which specifications run at all.
struct Monitors {
    notifications: Vec<Vec<Notification>>,
    /// The points of control flows, numbered.
    flows: Vec<Vec<FlowPoint>>,
    asked: Asked,
    starts: BTreeSet<usize>,
    fields: AddedFields,
}

impl Monitors {
    fn of(
        program: &Program<'_>,
        specifications: &[Woven<'_>],
        decisions: &[ClassDecisions<'_>],
    ) -> Self {
        let mut sorted: Vec<BTreeSet<Notification>> =
            specifications.iter().map(|_| BTreeSet::new()).collect();
        for (specification, _, notification) in decisions
            .iter()
            .flat_map(|class| class.told.values())
            .flatten()
        {
            sorted[*specification].insert(notification.clone());
        }
        let notifications: Vec<Vec<Notification>> = sorted
            .into_iter()
            .map(|set| set.into_iter().collect())
            .collect();

        let numbered = specifications.iter().zip(&notifications).enumerate();
        let starts =
            numbered.filter(|(_, (woven, told))| needs_start(&woven.subject, !told.is_empty()));
        let starts = starts.map(|(n, _)| n).collect();
        let used = specifications
            .iter()
            .zip(&notifications)
            .filter(|(_, told)| !told.is_empty());
        let fields = fields(
            used.map(|(woven, told)| (&woven.subject, told.as_slice())),
            program,
        );

        let asked = Asked::of(specifications, &notifications);

        let mut points: Vec<BTreeSet<FlowPoint>> =
            specifications.iter().map(|_| BTreeSet::new()).collect();
        let of_class = |class: &ProgramClass<'_>| {
            asked.only(flow_points(
                &class.sites,
                specifications,
                &program.hierarchy,
            ))
        };
        let found: Vec<FlowPoints> = program.classes.par_iter().map(of_class).collect();
        for (specification, point) in found
            .into_iter()
            .flat_map(FlowPoints::into_values)
            .flatten()
        {
            points[specification].insert(point);
        }

        let flows = points
            .into_iter()
            .map(|set| set.into_iter().collect())
            .collect();
        Monitors {
            notifications,
            flows,
            asked,
            starts,
            fields,
        }
    }

    /// Gives the notifications of a point of a control flow.
    fn told_of(
        &self,
        specifications: &[Woven<'_>],
        (specification, point): (usize, &FlowPoint),
        passage: Passage,
    ) -> Vec<Told> {
        let number = self.flows[specification]
            .binary_search(point)
            .unwrap_or_else(|at| at);
        told_of(
            &specifications[specification].subject,
            point,
            number,
            passage,
        )
    }

    fn told(
        &self,
        subject: &Subject<'_>,
        specification: usize,
        moment: When,
        notification: &Notification,
    ) -> Told {
        let number = self.notifications[specification]
            .binary_search(notification)
            .unwrap_or_else(|at| at);
        Told {
            moment,
            class: subject.internal_name(),
            method: notification_method(number),
            descriptor: notification.descriptor(),
            values: notification.values.clone(),
            takes_loop_iterators: subject.takes_loop_iterators(),
        }
    }

    /// The monitors of the specifications that any code tells or starts.
    fn sources(
        &self,
        specifications: &[Woven<'_>],
        handler: Option<&str>,
    ) -> Result<Vec<(usize, MonitorSource)>, WeaveError> {
        let mut sources = Vec::new();
        for (n, (woven, notifications)) in
            specifications.iter().zip(&self.notifications).enumerate()
        {
            if !notifications.is_empty() || self.starts.contains(&n) {
                let source = generate(&woven.subject, notifications, &self.flows[n], handler)
                    .map_err(|diagnostic| WeaveError::Monitors(vec![diagnostic]))?;
                sources.push((n, source));
            }
        }
        Ok(sources)
    }
}

fn compile(
    (request, unpacked): (&WeaveRequest<'_>, &[PathBuf]),
    jdk: &Jdk,
    program: &Program<'_>,
    (specifications, announces): (&[Woven<'_>], bool),
    sources: &[(usize, MonitorSource)],
) -> Result<BTreeMap<String, Vec<u8>>, WeaveError> {
    if sources.is_empty() && !announces {
        return Ok(BTreeMap::new());
    }
    let release = program.major.saturating_sub(MAJOR_BEFORE_JAVA_1);
    if release > jdk.release() {
        let message = format!(
            "the classes are of Java {release}, but the JDK is of Java {}",
            jdk.release()
        );
        return Err(WeaveError::Unsupported(message));
    }

    let class_path: Vec<PathBuf> = unpacked
        .iter()
        .chain(&request.classes)
        .chain(&request.class_path)
        .cloned()
        .collect();
    let files: Vec<String> = sources
        .iter()
        .map(|(n, _)| specifications[*n].subject.specification.file.clone())
        .collect();
    let monitors: Vec<MonitorSource> = sources.iter().map(|(_, source)| source.clone()).collect();

    Compilation {
        jdk,
        release,
        class_path: &class_path,
        monitors: &monitors,
        files: &files,
    }
    .run()
}

fn module_notice(
    request: &WeaveRequest<'_>,
    inputs: &Inputs,
    sources: &[(usize, MonitorSource)],
    report: &mut WeaveReport,
) {
    if !inputs.has_module() || sources.is_empty() {
        return;
    }
    let unnamed = sources
        .iter()
        .any(|(_, source)| !source.class.contains('/'));
    if request.runtime == RuntimePlacement::Separate || unnamed {
        let notice = "the classes are a named module, which cannot reach the monitors: run them on the class path";
        report.notices.push(notice.to_owned());
    }
}

fn write(
    request: &WeaveRequest<'_>,
    inputs: &Inputs,
    woven: &WovenClasses<'_>,
    compiled: &BTreeMap<String, Vec<u8>>,
) -> Result<(), WeaveError> {
    // Where the class loader of the program finds them, which may not look at the root of a jar.
    let prefix = match request.runtime {
        RuntimePlacement::Bundled => inputs.prefix(),
        RuntimePlacement::Separate => String::new(),
    };
    let compiled: Vec<(String, &[u8])> = compiled
        .iter()
        .map(|(name, bytes)| (format!("{prefix}{name}"), &**bytes))
        .collect();
    let program = woven.files(inputs).chain(woven.added_files());
    let runtime = compiled
        .iter()
        .map(|(name, bytes)| (name.as_str(), Content::Bytes(bytes)));

    match request.runtime {
        RuntimePlacement::Bundled => {
            output::write(&request.output, &program.chain(runtime).collect())
        }
        RuntimePlacement::Separate => {
            if !compiled.is_empty() {
                output::write(
                    &request.output.with_file_name(RUNTIME_JAR),
                    &runtime.collect(),
                )?;
            }
            output::write(&request.output, &program.collect())
        }
    }
}
