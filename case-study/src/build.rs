//! From nothing to the five variants.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use analyzer::{Analysis, Request};
use date::residual::Through;
use instrument::weave::{RuntimePlacement, WeaveRequest, weave};
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;

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
    /// The program's own account of what the risk condition costs.
    pub condition_cost: String,
}

/// Writes, compiles, analyses and weaves below `options.out`.
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
    for variant in Variant::ALL.into_iter().filter(|variant| variant.is_monitored()) {
        progress(&format!("analysing and weaving: {}", variant.title().to_lowercase()));
        let folder = options.out.join(variant.folder());
        variant_of(&jdk, variant, &options.out, &compiled, &folder)?;
        folders.insert(variant, folder);
    }
    Ok(Built { java, folders, condition_cost })
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
    let command = Command::new(javac).args(["-encoding", "UTF-8", "-d"]).arg(classes).args(files).output();
    let output = command.map_err(|error| DemoError::Start { program: javac.to_owned(), error })?;
    if output.status.success() {
        return Ok(());
    }
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(DemoError::Failed { classes: classes.to_owned(), messages })
}

fn calibrate(java: &Path, classes: &Path) -> Result<String, DemoError> {
    let command = Command::new(java).arg("-cp").arg(classes).args([MAIN, "--calibrate"]).output();
    let output = command.map_err(|error| DemoError::Start { program: java.to_owned(), error })?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Analyses the program as far as the variant says; also used to look at the result without running anything.
pub fn analysis(jdk: &Jdk, through: Through) -> Result<Analysis, DemoError> {
    let failed = |messages: String| DemoError::Residua(messages);
    let sources = PROGRAM.iter().map(|file| java_lower::Source {
        root: "src".to_owned(),
        path: file.path.to_owned(),
        bytes: file.text.as_bytes().to_vec(),
    });
    let class_path = ClassPath::open(&[], jdk).map_err(|error| failed(error.to_string()))?;
    let program = java_lower::load(sources.collect(), class_path).map_err(|error| failed(error.to_string()))?;
    let specification = date::formats::read(PROPERTY_FILE, PROPERTY).map_err(|findings| {
        failed(findings.into_iter().map(|finding| finding.message).collect::<Vec<_>>().join("\n"))
    })?;
    let request = Request { specifications: vec![specification], entries: Vec::new(), through, check: true };
    analyzer::analyze(&program, &request).map_err(|error| failed(error.to_string()))
}

fn variant_of(jdk: &Jdk, variant: Variant, base: &Path, classes: &Path, output: &Path) -> Result<(), DemoError> {
    let analysis = analysis(jdk, variant.through().unwrap_or(Through::Residual0))?;
    let plan = instrument::from_analysis(&analysis, &[instrument::plan::sha256(PROPERTY.as_bytes())]);
    weave(&WeaveRequest {
        plan: &plan,
        base: base.to_owned(),
        classes: vec![classes.to_owned()],
        class_path: Vec::new(),
        output: output.to_owned(),
        full: variant == Variant::Monitored,
        runtime: RuntimePlacement::Bundled,
        java_home: Some(jdk.home().to_owned()),
        handler: None,
    })
    .map(drop)
    .map_err(|error| DemoError::Residua(error.to_string()))
}
