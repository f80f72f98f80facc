//! Damaged sources: whatever stands in a file, lowering comes to a sound program and tells what it left out.

mod support;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ir::{FileId, Program};
use java_lower::{Source, load};
use jvm::classpath::ClassPath;
use support::files::{java_files, paths};

/// A sequence of numbers that a seed decides (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`; 0 where there is none.
    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

/// Damages a text in one of six ways; how.
fn damage(bytes: &mut Vec<u8>, numbers: &mut Numbers) -> &'static str {
    match numbers.below(6) {
        0 => {
            bytes.truncate(numbers.below(bytes.len()));
            "cut off"
        }
        1 => {
            for _ in 0..=numbers.below(4) {
                let at = numbers.below(bytes.len());
                bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << numbers.below(8));
            }
            "bits flipped"
        }
        2 => {
            const MARKS: &[u8] = b"(){}[];,.<>\"'@=+-:?&|\\/* \n";
            let at = numbers.below(bytes.len());
            bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = MARKS[numbers.below(MARKS.len())]);
            "byte replaced"
        }
        3 => in_lines(bytes, "lines swapped", |lines| {
            let (one, other) = (numbers.below(lines.len()), numbers.below(lines.len()));
            lines.swap(one, other);
        }),
        4 => in_lines(bytes, "line left out", |lines| {
            lines.remove(numbers.below(lines.len()));
        }),
        _ => in_lines(bytes, "line repeated", |lines| {
            let line = lines[numbers.below(lines.len())].clone();
            lines.insert(numbers.below(lines.len()), line);
        }),
    }
}

fn in_lines(bytes: &mut Vec<u8>, how: &'static str, change: impl FnOnce(&mut Vec<Vec<u8>>)) -> &'static str {
    let mut lines: Vec<Vec<u8>> = bytes.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    change(&mut lines);
    *bytes = lines.join(&b'\n');
    how
}

/// What came of a campaign.
#[derive(Default)]
struct Figures {
    damaged: usize,
    gaps: usize,
    diagnostics: usize,
    slowest: Duration,
    failures: Vec<String>,
}

/// Lowers as many damaged variants of the files: each one damaged file with up to three whole ones of the same folder.
fn campaign(files: &[Source], class_path: &[PathBuf], variants: u64) -> Figures {
    let mut figures = Figures::default();
    for seed in 0..variants {
        let mut numbers = Numbers(seed);
        let chosen = numbers.below(files.len());
        let mut sources = neighbours(files, chosen, &mut numbers);
        let mut source = files[chosen].clone();
        let how = damage(&mut source.bytes, &mut numbers);
        sources.push(source.clone());
        let class_path = ClassPath::open(class_path, support::jdk()).expect("a class path");
        let start = Instant::now();
        let program = catch_unwind(AssertUnwindSafe(|| load(sources, class_path).expect("sources")));
        figures.slowest = figures.slowest.max(start.elapsed());
        let faults = program.map_or_else(|_| vec!["panics".to_owned()], |program| figures.add(&program, &source));
        figures.failures.extend(faults.iter().map(|fault| format!("seed {seed}: {} with {how}: {fault}", source.path)));
    }
    figures
}

fn neighbours(files: &[Source], chosen: usize, numbers: &mut Numbers) -> Vec<Source> {
    let folder = |file: usize| Path::new(&files[file].path).parent();
    let around: Vec<usize> =
        (0..files.len()).filter(|&file| file != chosen && folder(file) == folder(chosen)).collect();
    let picked: BTreeSet<usize> = (0..3).filter_map(|_| around.get(numbers.below(around.len())).copied()).collect();
    picked.into_iter().map(|file| files[file].clone()).collect()
}

impl Figures {
    /// Counts what a variant came to; what is wrong with it.
    fn add(&mut self, program: &Program, source: &Source) -> Vec<String> {
        let unit = java_syntax::parse_bytes(&source.bytes);
        self.damaged += usize::from(!unit.damage.is_empty());
        self.gaps += program.gaps.len();
        self.diagnostics += program.diagnostics.len();
        let mut faults = ir::verify(program);
        let position = program.files.iter().position(|file| file.path == source.path);
        let file = position.map(FileId::new).expect("the file is in the program");
        for damage in unit.damage {
            let covers = |gap: &ir::Gap| {
                gap.file == file && gap.span.start <= damage.span.start && damage.span.end <= gap.span.end
            };
            if !program.gaps.iter().any(covers) {
                faults.push(format!("no gap for {:?}", damage.span));
            }
            if !program.diagnostics.iter().any(|found| found.span == damage.error) {
                faults.push(format!("nothing is told about {:?}", damage.error));
            }
        }
        faults
    }

    /// Prints the figures; fails where something is wrong.
    fn check(&self, variants: u64) {
        println!(
            "{variants} variants: {} with damaged parts, {} gaps, {} diagnostics, slowest {:?}, {} failures",
            self.damaged,
            self.gaps,
            self.diagnostics,
            self.slowest,
            self.failures.len()
        );
        assert!(self.failures.is_empty(), "{}", self.failures.join("\n"));
    }
}

#[test]
fn damaged_files_lower_to_sound_programs_that_tell_what_they_lack() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let folders = ["case-study", "instrument/runtime", "analyzer/jvm/tests/fixtures", "analyzer/java/syntax/tests"];
    let files: Vec<Source> = folders.iter().flat_map(|folder| java_files(&root.join(folder))).collect();
    assert!(files.len() > 20, "{} files", files.len());
    let figures = campaign(&files, &[], 300);
    figures.check(300);
    assert!(figures.damaged > 100, "only {} variants are damaged", figures.damaged);
}

/// `SOURCES` are roots, `CLASS_PATH` what they compile against.
#[test]
#[ignore = "needs a program: set SOURCES, and CLASS_PATH if there is any"]
fn damaged_files_of_a_program_lower_to_sound_programs() {
    let files: Vec<Source> = paths("SOURCES").iter().flat_map(|root| java_files(root)).collect();
    assert!(!files.is_empty(), "no sources in SOURCES");
    campaign(&files, &paths("CLASS_PATH"), 1_000).check(1_000);
}

#[test]
fn variables_that_are_not_assigned_on_every_path_are_a_gap() {
    for body in
        ["String s; if (o == null) s = \"\"; s.trim();", "String s = s.trim();", "Object p; while (p != o) p = o;"]
    {
        let program = support::program(&format!("class A {{ void m(Object o) {{ {body} }} }}"));
        assert_eq!(ir::verify(&program), Vec::<String>::new(), "{}", ir::print(&program));
        assert_eq!(program.gaps.len(), 1, "{body}: {:?}", program.gaps);
    }
    let whole = support::program(
        "class A { void m(Object o) { String s; if (o == null) s = \"\"; else s = \"b\"; s.trim(); } }",
    );
    assert!(whole.gaps.is_empty(), "{:?}", whole.gaps);
}
