//! Prints the trees of Java files, what is left out of them last: `cargo run -p java-syntax --example dump -- FILE...`.

use std::process::ExitCode;

use java_syntax::dump::Dump;
use java_syntax::parse_bytes;

fn main() -> ExitCode {
    let mut status = ExitCode::SUCCESS;
    for file in std::env::args().skip(1) {
        match std::fs::read(&file) {
            Ok(bytes) => print!("{}", Dump(&parse_bytes(&bytes))),
            Err(error) => {
                eprintln!("{file}: {error}");
                status = ExitCode::FAILURE;
            }
        }
    }
    status
}
