//! The promise on random programs in the interpreter of the IR.

use random_programs::campaign::{Extent, Figures, Outcome, campaign, test};
use random_programs::fault::Fault;
use random_programs::generate::{Threads, program};
use random_programs::shrink::shrink;
use random_programs::tree::Tree;

/// Runs of each program: different choices, and different orders of threads.
const RUNS: usize = 3;

/// Compares everything in an extent.
///
/// # Panics
/// Where something differs: the seeds, and the first pair, shrunk.
fn check(extent: Extent) -> Figures {
    let Outcome {
        figures,
        differences,
    } = campaign(extent);
    let Some(first) = differences.first() else {
        return figures;
    };
    let seeds: Vec<u64> = differences
        .iter()
        .map(|difference| difference.seed)
        .collect();
    let small = shrink(first, extent.runs);
    let (program, property) = (small.program.text(), small.property.text());
    panic!(
        "{} pairs differ, of the seeds {seeds:?}; seed {} shrinks to\n{program}\n{property}\nfull {:#?}\noptimized {:#?}",
        seeds.len(),
        small.seed,
        small.full,
        small.optimized
    );
}

/// Checks that enough of everything has happened for the comparison to mean something.
fn assert_not_vacuous(figures: &Figures) {
    let Figures {
        pairs,
        runs,
        reporting,
        reports,
        actions,
        silenced,
        heard,
        generators,
        silent,
        ..
    } = *figures;
    assert!(reporting * 6 > runs, "reports are rare: {figures:#?}");
    assert!(reports > pairs && actions * 5 > pairs, "{figures:#?}");
    assert!(
        silenced * 6 > heard && silenced * 5 < heard * 4,
        "{figures:#?}"
    );
    assert!(
        silent * 4 > generators && silent * 5 < generators * 4,
        "{figures:#?}"
    );
    assert!(
        figures.undecided * 100 < runs && figures.endless * 50 < runs,
        "{figures:#?}"
    );
    assert!(
        figures.frozen * 2 < pairs && figures.satisfied * 4 < pairs * 3,
        "{figures:#?}"
    );
}

#[test]
fn optimized_monitoring_shows_what_full_monitoring_shows() {
    let figures = check(Extent {
        first: 0,
        programs: 600,
        properties: 38,
        runs: RUNS,
        fault: None,
        elements: false,
    });
    println!("{figures:?}");
    assert!(figures.pairs > 20_000, "{figures:#?}");
    assert_not_vacuous(&figures);
}

/// Some events are reads of elements.
#[test]
fn elements_may_be_read_in_any_order() {
    let figures = check(Extent {
        first: 70_000,
        programs: 80,
        properties: 38,
        runs: RUNS,
        fault: None,
        elements: true,
    });
    println!("{figures:?}");
    assert_not_vacuous(&figures);
}

/// Each program has one property here: monitors of others might disturb it.
#[test]
fn executions_that_must_violate_a_property_do() {
    let figures = check(Extent {
        first: 50_000,
        programs: 1_500,
        properties: 1,
        runs: RUNS,
        fault: None,
        elements: false,
    });
    println!("{figures:?}");
    assert_eq!(figures.unbroken, 0, "{figures:#?}");
    assert!(figures.certain > 0, "{figures:#?}");
}

/// `RESIDUA_SEED` and `RESIDUA_PROGRAMS` choose others: twenty pairs for each program, or fewer.
#[test]
#[ignore = "a campaign of an hour"]
fn optimized_monitoring_shows_what_full_monitoring_shows_in_a_campaign() {
    let setting = |name: &str, or| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse::<u64>().ok())
            .unwrap_or(or)
    };
    let (first, programs) = (
        setting("RESIDUA_SEED", 100_000),
        setting("RESIDUA_PROGRAMS", 54_000),
    );
    let mut all = Figures::default();
    for batch in 0..programs.div_ceil(2000) {
        let programs = 2000.min(programs - batch * 2000);
        all = all
            + check(Extent {
                first: first + batch * 2000,
                programs,
                properties: 20,
                runs: RUNS,
                fault: None,
                elements: false,
            });
        println!("{} pairs", all.pairs);
    }
    println!("from seed {first}: {all:#?}");
    assert_not_vacuous(&all);
}

/// A planted fault shows where runs come to it and it matters.
#[test]
fn planted_faults_are_found() {
    for fault in [Fault::SilencedGenerator, Fault::DroppedTransition] {
        let extent = Extent {
            first: 0,
            programs: 30,
            properties: 10,
            runs: RUNS,
            fault: Some(fault),
            elements: false,
        };
        let Outcome {
            figures,
            differences,
        } = campaign(extent);
        let found = differences.len();
        println!("{fault:?}: {found} of {} found", figures.planted);
        assert!(
            figures.planted > 100 && found * 8 > figures.planted,
            "{fault:?}: {found} of {}",
            figures.planted
        );
    }
}

#[test]
fn shrinking_keeps_the_difference_and_little_else() {
    let tree = |text: &str| Tree::group(text.lines().map(Tree::line).collect());
    let pair = tree("a\nb\nc");
    assert_eq!(
        pair.without(1, false).map(|tree| tree.text()).as_deref(),
        Some("a\nc\n")
    );
    let block = Tree::block("if (x) {", vec![Tree::line("y;"), Tree::line("z;").fixed()]);
    let around = Tree::group(vec![block]);
    assert_eq!(
        around.without(0, true).map(|tree| tree.text()).as_deref(),
        Some("y;\nz;\n")
    );
    assert_eq!(
        around.without(1, false).map(|tree| tree.text()).as_deref(),
        Some("if (x) {\n    z;\n}\n")
    );
    assert_eq!(around.without(2, false), None);
    assert_eq!(around.without(3, false), None);
}

/// Each construct occurs in so many of a hundred programs.
#[test]
fn programs_have_what_breaks_analyses() {
    let count = 300;
    let texts: Vec<String> = (0..count)
        .map(|seed| program(seed, "p", Threads::Interleaved).text())
        .collect();
    let share =
        |part: &str| texts.iter().filter(|text| text.contains(part)).count() * 100 / texts.len();
    let mut rare = Vec::new();
    for (part, least) in [
        ("new Thread(", 30),
        (".start();", 30),
        ("finally {", 40),
        ("throw new", 30),
        (".fail();", 40),
        (" -> {", 60),
        (".forEach(", 40),
        (".sort(", 8),
        (".removeIf(", 8),
        (".computeIfAbsent(", 15),
        (".iterator();", 30),
        ("Iterator<Res> v", 30),
        ("for (Res ", 50),
        ("while (", 60),
        ("Holder.shared = ", 30),
        ("super.", 30),
        ("= new Task()", 15),
        ("new Doer(", 15),
        ("Factory.", 25),
        ("instanceof Sub", 20),
        ("Runnable ", 90),
        ("Res::", 30),
        ("static {", 5),
        (".map.", 10),
        ("] = ", 10),
    ] {
        if share(part) < least {
            rare.push(format!(
                "`{part}` stands in {} % of the programs",
                share(part)
            ));
        }
    }
    assert_eq!(rare, [""; 0]);
}

/// Two properties share the instances that slicing makes. The first cannot be violated; the second
/// acts in the instance that `values` makes for the first.
#[test]
fn what_is_useless_to_one_property_makes_sliced_instances_for_another() {
    let body = [
        "Map<String, Res> m = new LinkedHashMap<String, Res>();",
        "Iterator<Res> i = m.values().iterator();",
    ];
    let outcome = found_before(&body, include_str!("found/shared-slices.yaml"));
    assert_eq!(outcome.figures.actions, 2);
}

/// The same for instances that hear an event of an outer context if they are there.
#[test]
fn what_is_useless_to_one_property_makes_instances_that_hear_outer_events() {
    let body = ["Res r = new Res();", "r.open();", "new Key(0).get();"];
    let outcome = found_before(&body, include_str!("found/outer-event.yaml"));
    assert_eq!(outcome.figures.reports, 1);
}

/// A pair that differed once.
fn found_before(body: &[&str], property: &str) -> Outcome {
    let mut tree = program(0, "p", Threads::InTurns);
    let body = body.iter().map(|line| Tree::line(*line)).collect();
    tree.body[1].body[0] = Tree::block("public static void main(String[] args) {", body);
    let outcome = test(0, &tree, &[Tree::line(property)], 1, None);
    assert!(outcome.differences.is_empty(), "{:#?}", outcome.differences);
    outcome
}
