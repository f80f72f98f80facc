//! The cost of the analysis of the payment system, phase by phase: `cargo bench`.

use std::sync::{Arc, OnceLock};

use analyzer::Request;
use case_study::{PROGRAM, PROPERTY, PROPERTY_FILE};
use date::model::Specification;
use date::residual::Reduction;
use divan::Bencher;
use ir::Program;
use java_lower::Source;
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;

fn main() {
    divan::main();
}

/// Sources to IR, the types of the JDK included.
#[divan::bench]
fn load(bencher: Bencher) {
    bencher
        .with_inputs(|| (sources(), class_path()))
        .bench_values(|(sources, path)| java_lower::load(sources, Arc::new(path)));
}

/// IR to decisions, by the last step to be done.
#[divan::bench(args = ["residual0", "residual1", "residual2"])]
fn analyze(bencher: Bencher, through: &str) {
    let through = match through {
        "residual0" => Reduction::Residual0,
        "residual1" => Reduction::Residual1,
        _ => Reduction::LAST,
    };
    let (program, request) = (program(), request(through, false));
    bencher.bench_local(|| analyzer::analyze(&program, &request));
}

/// IR to decisions that the independent checker has confirmed.
#[divan::bench]
fn analyze_and_check(bencher: Bencher) {
    let (program, request) = (program(), request(Reduction::LAST, true));
    bencher.bench_local(|| analyzer::analyze(&program, &request));
}

fn sources() -> Vec<Source> {
    let source = |file: &case_study::JavaFile| Source {
        root: "java".to_owned(),
        path: file.path.to_owned(),
        bytes: file.text.as_bytes().to_vec(),
    };
    PROGRAM.iter().map(source).collect()
}

fn class_path() -> ClassPath {
    static JDK: OnceLock<Arc<Jdk>> = OnceLock::new();
    let jdk = JDK.get_or_init(|| Arc::new(Jdk::from_environment().expect("a JDK is installed")));
    ClassPath::open(&[], jdk).expect("the JDK can be read")
}

fn program() -> Program {
    java_lower::load(sources(), Arc::new(class_path())).expect("the sources can be loaded")
}

fn request(through: Reduction, check: bool) -> Request {
    let specification: Specification =
        languages::read(PROPERTY_FILE, PROPERTY).expect("the property can be read");
    Request {
        through,
        check,
        ..Request::new(vec![specification])
    }
}
