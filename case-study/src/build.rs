//! From nothing to the five variants.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use analyzer::Request;
use date::model::Specification;
use date::residual::Reduction;
use instrument::weave::{RuntimePlacement, Task, WeaveRequest, weave};
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;
use plan::Plan;

use crate::remainder::Remainder;
use crate::sources::{MAIN, PROGRAM, PROPERTY, PROPERTY_FILE};
use crate::variant::Variant;
use crate::{Demo, DemoError};

/// Everything that is run.
#[derive(Debug, Clone)]
pub struct Built {
    /// The `java` to run with.
    pub java: PathBuf,
    /// The classes of each variant.
    pub folders: BTreeMap<Variant, PathBuf>,
    /// What is left to monitor in each monitored variant.
    pub reductions: BTreeMap<Variant, Remainder>,
    /// The program's own account of what the risk condition costs.
    pub condition_cost: String,
}

/// Writes, compiles, analyses and weaves below `options.out`; `progress` is told what is being
/// done.
///
/// # Errors
/// Something cannot be written, compiled, analysed or woven.
pub fn build(options: &Demo, progress: &mut dyn FnMut(&str)) -> Result<Built, DemoError> {
    let jdk = Jdk::from_environment().map_err(|error| DemoError::Jdk(error.to_string()))?;
    let [java, javac] = ["java", "javac"].map(|tool| jdk.home().join("bin").join(tool));
    let sources = options.out.join("src");
    let compiled = options.out.join(Variant::Unmonitored.folder());
    progress("compiling the payment system");
    write_sources(&options.out, &sources)?;
    compile(&javac, &sources, &compiled)?;
    let condition_cost = calibrate(&java, &compiled)?;
    let mut folders = BTreeMap::from([(Variant::Unmonitored, compiled.clone())]);
    let mut reductions = BTreeMap::new();

    for variant in Variant::ALL
        .into_iter()
        .filter(|variant| variant.is_monitored())
    {
        progress(&format!(
            "analysing and weaving: {}",
            variant.title().to_lowercase()
        ));
        let folder = options.out.join(variant.folder());
        let plan = plan_of(&options.out, &jdk, variant)?;
        weave_variant(&plan, &jdk, variant, &compiled, &folder)?;
        reductions.insert(variant, Remainder::of(&plan, is_full(variant)));
        folders.insert(variant, folder);
    }

    Ok(Built {
        java,
        folders,
        reductions,
        condition_cost,
    })
}

fn write_sources(out: &Path, sources: &Path) -> Result<(), DemoError> {
    for file in &PROGRAM {
        let path = sources.join(file.path);
        fs::create_dir_all(path.parent().unwrap_or(sources))?;
        fs::write(path, file.text)?;
    }
    Ok(fs::write(out.join(PROPERTY_FILE), PROPERTY)?)
}

fn compile(javac: &Path, sources: &Path, classes: &Path) -> Result<(), DemoError> {
    let files = PROGRAM.iter().map(|file| sources.join(file.path));
    fs::create_dir_all(classes)?;
    let command = Command::new(javac)
        .args(["-encoding", "UTF-8", "-d"])
        .arg(classes)
        .args(files)
        .output();
    let output = command.map_err(|error| DemoError::Start {
        program: javac.to_owned(),
        error,
    })?;

    if output.status.success() {
        return Ok(());
    }

    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(DemoError::Failed {
        classes: classes.to_owned(),
        messages,
    })
}

fn calibrate(java: &Path, classes: &Path) -> Result<String, DemoError> {
    let command = Command::new(java)
        .arg("-cp")
        .arg(classes)
        .args([MAIN, "--calibrate"])
        .output();
    let output = command.map_err(|error| DemoError::Start {
        program: java.to_owned(),
        error,
    })?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The plan of a monitored variant, which is also written beside its folder, for `residua explain`.
fn plan_of(out: &Path, jdk: &Jdk, variant: Variant) -> Result<Plan, DemoError> {
    let plan = plan(out, jdk, variant.through().unwrap_or(Reduction::Residual0))?;
    let text = plan::render(&plan).map_err(|error| DemoError::Residua(error.to_string()))?;
    fs::write(out.join(variant.folder()).with_extension("plan.json"), text)?;
    Ok(plan)
}

/// Analyses the payment system as far as `through`. The plan names its sources and its property
/// below the folder `out`; nothing is read or written there.
///
/// # Errors
/// The class path or the program cannot be used.
pub fn plan(out: &Path, jdk: &Jdk, through: Reduction) -> Result<Plan, DemoError> {
    let failed = |messages: String| DemoError::Residua(messages);
    let root = out.join("src").to_string_lossy().into_owned();
    let sources = PROGRAM.iter().map(|file| java_lower::Source {
        root: root.clone(),
        path: file.path.to_owned(),
        bytes: file.text.as_bytes().to_vec(),
    });
    let class_path = ClassPath::open(&[], jdk).map_err(|error| failed(error.to_string()))?;
    let program = java_lower::load(sources.collect(), Arc::new(class_path))
        .map_err(|error| failed(error.to_string()))?;

    let request = Request {
        through,
        check: true,
        ..Request::new(vec![specification(out)?])
    };
    let analysis =
        analyzer::analyze(&program, &request).map_err(|error| failed(error.to_string()))?;

    Ok(analyzer::to_plan(
        &analysis,
        &[plan::sha256(PROPERTY.as_bytes())],
    ))
}

fn specification(out: &Path) -> Result<Specification, DemoError> {
    languages::read(&out.join(PROPERTY_FILE).to_string_lossy(), PROPERTY).map_err(|findings| {
        DemoError::Residua(
            findings
                .into_iter()
                .map(|finding| finding.message)
                .collect::<Vec<_>>()
                .join("\n"),
        )
    })
}

/// Whether the plan's decisions are ignored.
fn is_full(variant: Variant) -> bool {
    variant == Variant::Monitored
}

fn weave_variant(
    plan: &Plan,
    jdk: &Jdk,
    variant: Variant,
    classes: &Path,
    output: &Path,
) -> Result<(), DemoError> {
    weave(&WeaveRequest {
        plan,
        base: PathBuf::new(),
        classes: vec![classes.to_owned()],
        class_path: Vec::new(),
        output: output.to_owned(),
        task: Task::monitoring(is_full(variant)),
        runtime: RuntimePlacement::Bundled,
        adds_fields: true,
        tripwires: true,
        unforeseen: Vec::new(),
        java_home: Some(jdk.home().to_owned()),
        handler: None,
        kept: None,
    })
    .map(drop)
    .map_err(|error| DemoError::Residua(error.to_string()))
}
