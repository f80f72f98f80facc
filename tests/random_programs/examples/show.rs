//! x
use random_programs::campaign::*;
fn main() {
    let a: Vec<u64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let t = std::time::Instant::now();
    let o = campaign(Extent { first: a[0], programs: a[1], properties: a[2], runs: a[3] as usize, fault: None });
    println!("{:#?}", o.figures);
    println!("{} differences {:?}", o.differences.len(), t.elapsed());
    std::panic::set_hook(Box::new(|_| {}));
    for d in o.differences.iter().take(a[4] as usize) {
        let d = random_programs::shrink::shrink(d, a[3] as usize);
        println!("{}\n{}\n{}\nfull {:#?}\nopt {:#?}", d.seed, d.program.text(), d.property.text(), d.full, d.optimized);
        let p = random_programs::subject::lowered(&d.program).unwrap();
        let s = random_programs::subject::Subject::new(
            p,
            vec![random_programs::subject::specification(&d.property).unwrap()],
        );
        for r in s.analysis.specifications[0].properties.iter() {
            println!("frozen {:?} {:?}", r.frozen, r.transitions);
            for g in &r.generators {
                println!(
                    "{:?} {}:{} {:?} {} {:?} {}",
                    g.event,
                    s.analysis.sources[g.file].path,
                    g.span.line,
                    g.when,
                    g.callee.as_ref().unwrap().name,
                    g.silenced_by,
                    g.why
                );
            }
        }
    }
}
