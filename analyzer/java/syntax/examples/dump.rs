//! Prints the tree of a Java file: `cargo run -p java-syntax --example dump FILE...`.
fn main() {
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).expect("readable");
        let t = std::time::Instant::now();
        let unit = java_syntax::parse(&text);
        if std::env::var_os("QUIET").is_none() {
            println!("{}", java_syntax::dump::Dump(&unit));
        } else {
            for d in &unit.damage {
                println!("{file}:{}:{} {} [{}..{}]", d.error.line, d.error.column, d.message, d.span.start, d.span.end);
            }
        }
        eprintln!("{file} {:?}", t.elapsed());
    }
}
