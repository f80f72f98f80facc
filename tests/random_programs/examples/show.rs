//! x
use random_programs::campaign::*;
fn main() {
    let a: Vec<u64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let t = std::time::Instant::now();
    let o = campaign(Extent { first: a[0], programs: a[1], properties: a[2], runs: a[3] as usize });
    println!("{:#?}", o.figures);
    println!("{} differences {:?}", o.differences.len(), t.elapsed());
    for d in o.differences.iter().min_by_key(|d| d.program.size() + d.property.size()) {
        println!("{}\n{}\n{}\nfull {:#?}\nopt {:#?}", d.seed, d.program.text(), d.property.text(), d.full, d.optimized);
    }
}
