//! Damaged class files: weaving into them ends with a class file or an error, never with a panic.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use java_types::hierarchy::Hierarchy;
use jvm::classfile::{ClassFile, ClassFileError};
use jvm::classpath::ClassPath;
use jvm::jdk::Jdk;

use super::added::PREFIX;
use super::carried::AddedField;
use super::edit::edit;
use super::edits::{BodyEdits, ClassEdits};
use super::extension::Extension;
use super::handlers::ToldAtHandler;
use super::sites::ClassSites;
use super::told::Told;
use crate::monitor::CarryingField;
use plan::When;
use test_support::Random;

/// Packages of the JDK with every construct of the language.
const PACKAGES: [&str; 4] = [
    "java/util",
    "java/util/stream",
    "java/util/concurrent",
    "java/time",
];

/// The outcomes of the damaged classes.
#[derive(Debug, Default)]
struct Outcome {
    woven: usize,
    refused: usize,
}

/// Changes, cuts or repeats some bytes.
fn damage(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    match random.below(8) {
        0 => damaged.truncate(random.below(bytes.len())),
        1 => {
            let (from, at) = (random.below(bytes.len()), random.below(bytes.len()));
            let part = bytes[from..(from + random.below(64)).min(bytes.len())].to_vec();
            damaged.splice(at..at, part);
        }
        _ => (0..=random.below(4))
            .for_each(|_| damaged[random.below(bytes.len())] = random.below(256) as u8),
    }
    damaged
}

fn told(moment: When) -> Told {
    let (class, method) = ("Monitor".to_owned(), "r$notify0".to_owned());
    Told {
        moment,
        class,
        method,
        descriptor: "(Ljava/lang/String;)V".to_owned(),
        values: Vec::new(),
        takes_loop_iterators: true,
    }
}

/// Makes all edits that there are.
fn everything(sites: &ClassSites) -> ClassEdits {
    let all = || {
        [When::Before, When::Returning, When::Throwing]
            .map(told)
            .to_vec()
    };
    let all_at_handler = || {
        let told = [false, true].map(|of_exception| ToldAtHandler {
            told: told(When::Before),
            of_exception,
        });
        told.to_vec()
    };

    let bodies = sites.bodies.iter().enumerate().map(|(n, body)| BodyEdits {
        body: n,
        starts: vec![("Monitor".to_owned(), "r$start".to_owned())],
        tripwire: None,
        execution: all(),
        sites: (0..body.sites.len()).map(|site| (site, all())).collect(),
        handlers: (0..body.handlers.len())
            .map(|handler| (handler, all_at_handler()))
            .collect(),
        hidden: Vec::new(),
    });
    let fields = [false, true].map(|is_private| AddedField {
        field: CarryingField {
            class: sites.class.to_string(),
            name: format!("{PREFIX}{is_private}"),
        },
        is_private,
    });
    ClassEdits {
        bodies: bodies.collect(),
        fields: fields.to_vec(),
    }
}

fn weave_one(bytes: &[u8], class_path: &Arc<ClassPath>) -> Result<Vec<u8>, ClassFileError> {
    let class = ClassFile::parse(bytes)?;
    let sites = ClassSites::of(&class, true)?;
    class.source_file()?;
    Extension::of(&class)?;
    let hierarchy = Hierarchy::new([Arc::new(jvm::class_info(&class)?)], class_path.clone());
    let edited =
        edit(bytes, &sites, &everything(&sites), &hierarchy).map_err(|error| error.source)?;
    Ok(edited.class)
}

fn run(seed: u64, rounds: usize) -> Outcome {
    let jdk = Jdk::from_environment().unwrap();
    let class_path = Arc::new(ClassPath::open(&[], &jdk).unwrap());
    let names = PACKAGES.iter().flat_map(|package| {
        jdk.classes_in(package)
            .into_iter()
            .map(move |c| (package, c))
    });
    let classes: Vec<Vec<u8>> = names
        .filter_map(|(package, class)| {
            jdk.class_bytes(&format!("{package}/{class}"))
                .unwrap()
                .or_else(|| jdk.class_bytes(class).unwrap())
        })
        .filter(|bytes| bytes.len() < 30_000)
        .collect();
    assert!(classes.len() > 500, "{} classes", classes.len());

    let mut outcome = Outcome::default();
    for round in 0..rounds {
        let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(round as u64));
        let damaged = damage(&mut random, &classes[round % classes.len()]);
        match catch_unwind(AssertUnwindSafe(|| weave_one(&damaged, &class_path))) {
            Ok(Ok(woven)) => {
                ClassFile::parse(&woven)
                    .unwrap_or_else(|error| panic!("round {round} of seed {seed}: {error}"));
                outcome.woven += 1;
            }
            Ok(Err(_)) => outcome.refused += 1,
            Err(_) => panic!("round {round} of seed {seed} panics"),
        }
    }
    outcome
}

#[test]
fn damaged_classes_are_woven_or_refused() {
    let outcome = run(1, 2_000);
    assert!(outcome.woven > 200 && outcome.refused > 200, "{outcome:?}");
}

#[test]
#[ignore = "a campaign of minutes"]
fn damaged_classes_are_woven_or_refused_in_a_campaign() {
    println!("{:?}", run(2, 100_000));
}
