//! Agreement with javac's own parser, construct for construct: places of calls, creations, lambdas, statements,
//! declarations, and values of literals.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use date::diagnostic::Span;
use java_syntax::ast::{Expr, ExprKind, Literal, Member, StmtKind, UnaryOp, Unit};

/// Runs over the Java files below the folder that RESIDUA_CORPUS names.
#[test]
#[ignore = "needs a JDK and a folder of Java programs, named by RESIDUA_CORPUS"]
fn every_construct_is_where_javac_has_it() {
    let corpus = std::env::var("RESIDUA_CORPUS").expect("RESIDUA_CORPUS names a folder");
    let mut files = Vec::new();
    java_files(Path::new(&corpus), &mut files);
    assert!(!files.is_empty(), "no Java files below {corpus}");
    files.sort();
    let javac = javac_constructs(&files);
    let mut tally = Tally::default();
    for file in &files {
        tally.compare(file, javac.get(file).and_then(Option::as_ref));
    }
    println!("{}", tally.summary());
    assert!(tally.differing.is_empty(), "{} files differ:\n{}", tally.differing.len(), tally.differing.join("\n"));
}

/// Constructs of one file, each as a line of text, sorted.
type Constructs = Vec<String>;

#[derive(Default)]
struct Tally {
    files: usize,
    broken: usize,
    damaged: usize,
    lines: usize,
    bytes: usize,
    counts: BTreeMap<String, usize>,
    time: Duration,
    differing: Vec<String>,
}

impl Tally {
    /// Files that javac rejects count apart: damage is expected there, but not demanded (javac's parser also rejects
    /// what a later phase could).
    fn compare(&mut self, file: &Path, javac: Option<&Constructs>) {
        let bytes = std::fs::read(file).expect("readable");
        let start = Instant::now();
        let unit = java_syntax::parse_bytes(&bytes);
        self.time += start.elapsed();
        self.files += 1;
        self.bytes += bytes.len();
        self.lines += bytes.iter().filter(|&&b| b == b'\n').count();
        let Some(javac) = javac else {
            self.broken += 1;
            return;
        };
        if let Some(damage) = unit.damage.first() {
            self.damaged += 1;
            let (at, message) = (damage.error, &damage.message);
            self.differing.push(format!("{}:{}:{}: {message}", file.display(), at.line, at.column));
            return;
        }
        let ours = constructs(&unit, &String::from_utf8_lossy(&bytes));
        for construct in &ours {
            let kind = construct.split(' ').next().unwrap_or_default();
            *self.counts.entry(kind.to_owned()).or_default() += 1;
        }
        if &ours != javac {
            self.differing.push(format!("{}: {}", file.display(), difference(&ours, javac)));
        }
    }

    fn summary(&self) -> String {
        let seconds = self.time.as_secs_f64();
        let mut text = format!(
            "{} files ({} that javac rejects, {} with damage), {} lines, {:.2} MB in {seconds:.2} s: {:.0} lines/s, {:.1} MB/s\n",
            self.files,
            self.broken,
            self.damaged,
            self.lines,
            self.bytes as f64 / 1e6,
            self.lines as f64 / seconds,
            self.bytes as f64 / 1e6 / seconds,
        );
        for (kind, count) in &self.counts {
            let _ = write!(text, "{kind} {count}  ");
        }
        text
    }
}

fn difference(ours: &[String], javac: &[String]) -> String {
    let only = |these: &[String], those: &[String]| {
        let missing: Vec<_> = these.iter().filter(|one| those.binary_search(one).is_err()).take(4).cloned().collect();
        missing.join(", ")
    };
    format!("only ours: [{}], only javac's: [{}]", only(ours, javac), only(javac, ours))
}

fn java_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() && !hidden {
            java_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "java") {
            files.push(path);
        }
    }
}

/// What javac finds, by file; `None` for a file that it rejects.
fn javac_constructs(files: &[PathBuf]) -> BTreeMap<PathBuf, Option<Constructs>> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/javac/Constructs.java");
    let mut list = tempfile::NamedTempFile::new().expect("a temporary file");
    for file in files {
        writeln!(list, "{}", file.display()).expect("written");
    }
    let java = std::env::var_os("JAVA_HOME").map_or("java".into(), |home| Path::new(&home).join("bin/java"));
    let output = Command::new(java).arg("-Xss512m").arg(program).arg(list.path()).output().expect("a JDK");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut found = BTreeMap::new();
    let mut current: Option<(PathBuf, Constructs)> = None;
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        if let Some(path) = line.strip_prefix("F ") {
            found.extend(current.replace((path.into(), Vec::new())).map(finished));
        } else if let Some(path) = line.strip_prefix("E ") {
            found.insert(path.into(), None);
        } else if let Some((_, constructs)) = &mut current {
            constructs.push(line.to_owned());
        }
    }
    found.extend(current.map(finished));
    found
}

fn finished((path, mut constructs): (PathBuf, Constructs)) -> (PathBuf, Option<Constructs>) {
    constructs.sort();
    (path, Some(constructs))
}

/// The constructs of `unit` as the Java program prints them.
fn constructs(unit: &Unit, text: &str) -> Constructs {
    let units = Utf16::new(text);
    let place = |span: Span| format!("{} {}", units.offset(span.start), units.offset(span.end));
    let mut found: Constructs = Vec::new();
    for expr in &unit.exprs {
        match kind_of(&expr.kind) {
            "" => {}
            kind => found.push(format!("{kind} {}", place(expr.span))),
        }
    }
    for (span, value) in literals(unit) {
        found.push(format!("literal {} {value}", place(span)));
    }
    for stmt in &unit.stmts {
        let kind = match &stmt.kind {
            StmtKind::ForEach { .. } => "for-each",
            StmtKind::Try { .. } => "try",
            StmtKind::If { .. } => "if",
            StmtKind::Return(_) => "return",
            StmtKind::ConstructorCall { .. } => {
                // Up to the semicolon, which is no part of the call.
                let call = text[..stmt.span.end as usize].trim_end_matches(';').trim_end().len();
                found.push(format!("call {}", place(Span { end: call as u32, ..stmt.span })));
                continue;
            }
            _ => continue,
        };
        found.push(format!("{kind} {}", place(stmt.span)));
    }
    for decl in &unit.type_decls {
        if decl.name.text.is_empty() {
            found.push("anonymous 0 0".to_owned());
        } else {
            found.push(format!("type {}", place(decl.span)));
        }
        for member in &decl.members {
            if let Member::Method(method) = member {
                found.push(format!("method {}", place(method.span)));
            }
        }
    }
    found.sort();
    found
}

fn kind_of(kind: &ExprKind) -> &'static str {
    match kind {
        ExprKind::Call { .. } => "call",
        ExprKind::New { .. } => "new",
        ExprKind::NewArray { .. } => "new-array",
        ExprKind::Lambda { .. } => "lambda",
        ExprKind::MethodReference { .. } => "reference",
        ExprKind::Assign { op: None, .. } => "assign",
        ExprKind::Cast { .. } => "cast",
        ExprKind::InstanceOf { .. } => "instanceof",
        ExprKind::Conditional { .. } => "conditional",
        _ => "",
    }
}

/// Literals with their values; a minus directly before an integer counts as part of it.
fn literals(unit: &Unit) -> Vec<(Span, String)> {
    let mut found: BTreeMap<u32, (Span, String)> = BTreeMap::new();
    for expr in &unit.exprs {
        if let ExprKind::Literal(literal) = &expr.kind {
            found.insert(expr.span.start, (expr.span, value(literal)));
        }
    }
    for expr in &unit.exprs {
        if let Some((operand, value)) = negated(unit, expr) {
            found.remove(&operand.start);
            found.insert(expr.span.start, (expr.span, value));
        }
    }
    found.into_values().collect()
}

fn negated(unit: &Unit, expr: &Expr) -> Option<(Span, String)> {
    let ExprKind::Unary { op: UnaryOp::Minus, operand } = &expr.kind else { return None };
    let operand = &unit.exprs[*operand];
    let value = match &operand.kind {
        ExprKind::Literal(Literal::Int(value)) => format!("I{}", value.wrapping_neg()),
        ExprKind::Literal(Literal::Long(value)) => format!("J{}", value.wrapping_neg()),
        _ => return None,
    };
    (operand.span.start == expr.span.start + 1).then_some((operand.span, value))
}

fn value(literal: &Literal) -> String {
    match literal {
        Literal::Null => "N".to_owned(),
        Literal::Bool(value) => format!("Z{value}"),
        Literal::Int(value) => format!("I{value}"),
        Literal::Long(value) => format!("J{value}"),
        Literal::Float(value) => format!("F{}", value.to_bits() as i32),
        Literal::Double(value) => format!("D{}", value.to_bits() as i64),
        Literal::Char(unit) => format!("C{unit}"),
        Literal::Str(text) => string(&text.encode_utf16().collect::<Vec<_>>()),
        Literal::StrUnits(units) => string(units),
    }
}

/// Length and `String.hashCode`.
fn string(units: &[u16]) -> String {
    let hash = units.iter().fold(0i32, |hash, &unit| hash.wrapping_mul(31).wrapping_add(i32::from(unit)));
    format!("S{}:{hash}", units.len())
}

/// From byte offsets to offsets in UTF-16 units.
struct Utf16(Option<Vec<u32>>);

impl Utf16 {
    fn new(text: &str) -> Self {
        if text.is_ascii() {
            return Utf16(None);
        }
        let mut table = vec![0; text.len() + 1];
        let mut units = 0;
        for (at, c) in text.char_indices() {
            table[at] = units;
            units += c.len_utf16() as u32;
        }
        table[text.len()] = units;
        Utf16(Some(table))
    }

    fn offset(&self, byte: u32) -> u32 {
        self.0.as_ref().map_or(byte, |table| table[byte as usize])
    }
}
