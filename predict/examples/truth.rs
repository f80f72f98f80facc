//! Compares results with a folder of traces whose races and deadlocks are known: `truth.tsv`, and
//! `traces/NAME.std` or `traces/NAME.std.gz` beside it.
use predict::observation::Observation;
fn main() {
    let folder = std::env::args().nth(1).expect("a folder");
    let truth = std::fs::read_to_string(format!("{folder}/truth.tsv")).expect("truth.tsv");
    for row in truth.lines() {
        let (name, expected) = row.split_once('\t').expect("two columns");
        let path = format!("{folder}/traces/{name}.std");
        let file =
            std::fs::File::open(&path).or_else(|_| std::fs::File::open(format!("{path}.gz")));
        let (trace, _) = predict::trace::read(&path, file.expect("a trace")).expect("it reads");
        let observation = Observation::new(&trace);
        let Some(truth) = predict::oracle::truth(&observation, 200_000) else {
            println!("{name}\t{expected}\n    not enumerable");
            continue;
        };
        let show = |set: &std::collections::BTreeSet<Vec<predict::trace::LineId>>| {
            let mut v: Vec<Vec<u32>> = set
                .iter()
                .map(|l| {
                    let mut l: Vec<u32> = l
                        .iter()
                        .map(|l| trace.tables.lines.name(l.index()).parse().unwrap())
                        .collect();
                    l.sort();
                    l
                })
                .collect();
            v.sort();
            v
        };
        println!(
            "{name}\t{expected}\n    states {} races {:?} deadlocks {:?}",
            truth.states,
            show(&truth.races),
            show(&truth.deadlocks)
        );
    }
}
