//! Agreement with javac's own parser, construct for construct: places of calls, creations, lambdas, statements,
//! declarations, and values of literals.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use date::diagnostic::Span;
use java_syntax::ast::{Expr, ExprKind, Ident, Literal, Member, StmtKind, TypeDecl, TypeRef, UnaryOp, Unit};
use java_syntax::dump::type_text;

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
        let count = |all: &[String], one: &String| all.iter().filter(|other| *other == one).count();
        let extra = these.iter().filter(|one| count(these, one) > count(those, one));
        extra.take(4).cloned().collect::<Vec<_>>().join(", ")
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
    for expr in unit.exprs.iter().filter(|expr| negated(unit, expr, text).is_none()) {
        found.extend(expression(&expr.kind).map(|kind| format!("{kind} {}", place(expr.span))));
    }
    found.extend(literals(unit, text).into_iter().map(|(span, value)| format!("literal {value} {}", place(span))));
    for stmt in &unit.stmts {
        let span = match &stmt.kind {
            // Up to the semicolon, which is no part of the call.
            StmtKind::ConstructorCall { .. } => {
                let call = text[..stmt.span.end as usize].trim_end_matches(';').trim_end().len();
                Span { end: call as u32, ..stmt.span }
            }
            _ => stmt.span,
        };
        found.extend(statement(&stmt.kind).map(|kind| format!("{kind} {}", place(span))));
    }
    for var in &unit.vars {
        let types: Vec<_> = var.ty.iter().chain(&var.alternatives).map(type_name).collect();
        let types = if types.is_empty() { "-".to_owned() } else { types.join("|") };
        let name = if &*var.name.text == "_" { "" } else { &var.name.text };
        found.push(format!("variable {name} {types}"));
    }
    for decl in &unit.type_decls {
        declaration(decl, &place, &mut found);
    }
    found.sort();
    found
}

fn declaration(decl: &TypeDecl, place: &dyn Fn(Span) -> String, found: &mut Constructs) {
    match &*decl.name.text {
        "" => found.push("anonymous".to_owned()),
        name => found.push(format!("type {name} {}", place(decl.span))),
    }
    found.extend(decl.constants.iter().map(|constant| format!("variable {} {}", constant.name.text, decl.name.text)));
    for member in &decl.members {
        match member {
            Member::Method(method) => {
                let name = if method.result.is_none() { "<init>" } else { &method.name.text };
                let result = method.result.as_ref().map_or("-".to_owned(), type_name);
                found.push(format!("method {name} {result} {}", place(method.span)));
            }
            Member::Field(field) => found.push(format!("variable {} {}", field.name.text, type_name(&field.ty))),
            _ => {}
        }
    }
}

/// Without spaces.
fn type_name(ty: &TypeRef) -> String {
    type_text(ty).replace(' ', "")
}

fn expression(kind: &ExprKind) -> Option<String> {
    Some(match kind {
        ExprKind::Call { .. } => "call".to_owned(),
        ExprKind::New { ty, .. } => format!("new {}", type_name(ty)),
        ExprKind::NewArray { .. } => "new-array".to_owned(),
        ExprKind::Lambda { .. } => "lambda".to_owned(),
        ExprKind::MethodReference { name, .. } if &*name.text == "new" => "reference <init>".to_owned(),
        ExprKind::MethodReference { name, .. } => format!("reference {}", name.text),
        ExprKind::Assign { op: None, .. } => "assign".to_owned(),
        ExprKind::Assign { .. } => "compound".to_owned(),
        ExprKind::Cast { ty, .. } => format!("cast {}", type_name(ty)),
        ExprKind::InstanceOf { .. } => "instanceof".to_owned(),
        ExprKind::Conditional { .. } => "conditional".to_owned(),
        ExprKind::Index { .. } => "index".to_owned(),
        ExprKind::Switch(_) => "switch-value".to_owned(),
        ExprKind::Increment { postfix: true, .. } => "postfix".to_owned(),
        ExprKind::Increment { .. } => "prefix".to_owned(),
        ExprKind::Unary { .. } => "unary".to_owned(),
        ExprKind::Binary { operands, .. } | ExprKind::Logical { operands, .. } => format!("binary {}", operands.len()),
        _ => return None,
    })
}

fn statement(kind: &StmtKind) -> Option<String> {
    let label = |label: &Option<Ident>| label.as_ref().map_or("null".to_owned(), |label| label.text.to_string());
    Some(match kind {
        StmtKind::ConstructorCall { .. } => "call".to_owned(),
        StmtKind::Block(_) => "block".to_owned(),
        StmtKind::ForEach { .. } => "for-each".to_owned(),
        StmtKind::For { .. } => "for".to_owned(),
        StmtKind::While { .. } => "while".to_owned(),
        StmtKind::DoWhile { .. } => "do-while".to_owned(),
        StmtKind::If { .. } => "if".to_owned(),
        StmtKind::Try { .. } => "try".to_owned(),
        StmtKind::Return(_) => "return".to_owned(),
        StmtKind::Throw(_) => "throw".to_owned(),
        StmtKind::Yield(_) => "yield".to_owned(),
        StmtKind::Break(to) => format!("break {}", label(to)),
        StmtKind::Continue(to) => format!("continue {}", label(to)),
        StmtKind::Labeled { label, .. } => format!("label {}", label.text),
        StmtKind::Assert { .. } => "assert".to_owned(),
        StmtKind::Synchronized { .. } => "synchronized".to_owned(),
        StmtKind::Switch(_) => "switch".to_owned(),
        _ => return None,
    })
}

/// Literals with their values; a minus before an integer counts as part of it.
fn literals(unit: &Unit, text: &str) -> Vec<(Span, String)> {
    let mut found: BTreeMap<u32, (Span, String)> = BTreeMap::new();
    for expr in &unit.exprs {
        if let ExprKind::Literal(literal) = &expr.kind {
            found.insert(expr.span.start, (expr.span, value(literal)));
        }
    }
    for expr in &unit.exprs {
        if let Some((operand, value)) = negated(unit, expr, text) {
            found.remove(&operand.start);
            found.insert(expr.span.start, (expr.span, value));
        }
    }
    found.into_values().collect()
}

fn negated(unit: &Unit, expr: &Expr, text: &str) -> Option<(Span, String)> {
    let ExprKind::Unary { op: UnaryOp::Minus, operand } = &expr.kind else { return None };
    let operand = &unit.exprs[*operand];
    let value = match &operand.kind {
        ExprKind::Literal(Literal::Int(value)) => format!("I{}", value.wrapping_neg()),
        ExprKind::Literal(Literal::Long(value)) => format!("J{}", value.wrapping_neg()),
        _ => return None,
    };
    let between = &text[expr.span.start as usize..operand.span.start as usize];
    (!between.contains('(')).then_some((operand.span, value))
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
