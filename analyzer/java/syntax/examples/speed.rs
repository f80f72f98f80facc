//! scratch
fn main() {
    let root = std::env::args().nth(1).unwrap();
    let n: usize = std::env::args().nth(2).and_then(|s| s.parse().ok()).unwrap_or(1);
    let mut files = vec![];
    fn walk(p: &std::path::Path, f: &mut Vec<Vec<u8>>) {
        for e in std::fs::read_dir(p).unwrap() {
            let p = e.unwrap().path();
            if p.is_dir() {
                walk(&p, f)
            } else if p.extension().is_some_and(|e| e == "java") {
                f.push(std::fs::read(p).unwrap())
            }
        }
    }
    walk(std::path::Path::new(&root), &mut files);
    let bytes: usize = files.iter().map(Vec::len).sum();
    let lines: usize = files.iter().map(|f| f.iter().filter(|&&b| b == b'\n').count()).sum();
    let cpu = || -> f64 {
        let s = std::fs::read_to_string("/proc/self/stat").unwrap();
        let v: Vec<&str> = s.rsplit(')').next().unwrap().split_whitespace().collect();
        (v[11].parse::<f64>().unwrap() + v[12].parse::<f64>().unwrap()) / 100.0
    };
    let t = cpu();
    let mut d = 0;
    for _ in 0..n {
        for f in &files {
            d += java_syntax::parse_bytes(f).damage.len();
        }
    }
    let s = (cpu() - t) / n as f64;
    println!(
        "{} files {:.2} MB {lines} lines: {s:.3} s cpu, {:.1} MB/s, {:.0} lines/s, damage {d}",
        files.len(),
        bytes as f64 / 1e6,
        bytes as f64 / 1e6 / s,
        lines as f64 / s
    );
}
