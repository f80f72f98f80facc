//! Whatever is in a text is in its tree or in its damage: checked for every name, on sound texts
//! and on broken ones.

use std::collections::BTreeSet;

use test_support::Random;

use crate::ast::{
    Case, Directive, ExprKind, Ident, Label, Member, Pattern, PatternKind, StmtKind, TypeArgument,
    TypeParameter, TypeRef, TypeRefKind, Unit,
};
use crate::source::{Text, TokenKind, Tokens};
use crate::{parse, parse_bytes};

/// Names that some construct has without an [`Ident`]: keywords, words that are keywords in places,
/// and what the tree leaves out on purpose is skipped by [`uncovered`].
fn is_keyword(word: &str) -> bool {
    const KEYWORDS: &str = " abstract assert boolean break byte case catch char class const continue default do double \
        else enum extends final finally float for goto if implements import instanceof int interface long native new \
        package private protected public return short static strictfp super switch synchronized this throw throws \
        transient try void volatile while true false null record sealed non permits when yield var module open opens \
        exports requires to uses provides with transitive _ ";
    KEYWORDS.contains(&format!(" {word} "))
}

/// The first names of `text` that are neither in the tree nor in the damage.
fn uncovered(text: &str, unit: &Unit) -> Vec<String> {
    let names = names(unit);
    let decoded = Text::new(text);
    let (tokens, _) = decoded.tokens();
    let damaged = |at: usize| {
        unit.damage
            .iter()
            .any(|d| d.span.start as usize <= at && at < d.span.end as usize)
    };
    let mut missing = Vec::new();
    let mut index = 0;

    while index < tokens.len() {
        if let Some(end) = left_out(&tokens, index) {
            index = end;
            continue;
        }
        let name = tokens
            .get(index)
            .filter(|token| token.kind == TokenKind::Word);
        let at = decoded.written(tokens.start(index));
        if name.is_some() && !is_keyword(tokens.text(index)) && !names.contains(&at) && !damaged(at)
        {
            missing.push(format!("{} at {at}", tokens.text(index)));
        }
        index += 1;
    }

    missing
}

/// The end of what the tree leaves out at `index`: annotations, the package's name (it has no
/// place), default values of annotation elements, type arguments of constructor calls, receiver
/// parameters.
fn left_out(tokens: &Tokens, index: usize) -> Option<usize> {
    let until = |stop: &str| (index..tokens.len()).find(|&at| tokens.text(at) == stop);
    match tokens.text(index) {
        "@" => tokens.annotation_end(index),
        "package" => until(";"),
        "default" if tokens.before(index) == ")" => until(";"),
        "<" if matches!(tokens.before(index), "new" | "{" | ";" | "}" | ".") => {
            let end = tokens.type_arguments_end(index)?;
            let constructor =
                matches!(tokens.text(end), "this" | "super") || tokens.before(index) == "new";
            constructor.then_some(end)
        }
        "(" | "," => {
            let this = (index + 1..tokens.len())
                .find(|&at| matches!(tokens.text(at), "this" | ")" | "," | "("))?;
            let receiver = tokens.text(this) == "this"
                && this > index + 1
                && matches!(tokens.text(this + 1), ")" | ",");
            (receiver && tokens.before(this) != "=").then_some(this)
        }
        _ => None,
    }
}

/// Returns the places where the tree has names.
fn names(unit: &Unit) -> BTreeSet<usize> {
    let mut names = Names {
        unit,
        found: BTreeSet::new(),
    };
    names.unit();
    names.found
}

struct Names<'a> {
    unit: &'a Unit,
    found: BTreeSet<usize>,
}

impl Names<'_> {
    fn name(&mut self, name: &Ident) {
        self.found.insert(name.span.start as usize);
    }

    fn all<'b>(&mut self, names: impl IntoIterator<Item = &'b Ident>) {
        names.into_iter().for_each(|name| self.name(name));
    }

    fn ty(&mut self, ty: &TypeRef) {
        match &ty.kind {
            TypeRefKind::Primitive(_) => {}
            TypeRefKind::Array(element) => self.ty(element),
            TypeRefKind::Intersection(types) => types.iter().for_each(|ty| self.ty(ty)),
            TypeRefKind::Named(parts) => {
                for (name, arguments) in parts {
                    self.name(name);
                    self.arguments(arguments.as_deref().unwrap_or_default());
                }
            }
        }
    }

    fn arguments(&mut self, arguments: &[TypeArgument]) {
        for argument in arguments {
            match argument {
                TypeArgument::Type(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty) => {
                    self.ty(ty)
                }
                TypeArgument::Unbounded => {}
            }
        }
    }

    fn types<'b>(&mut self, types: impl IntoIterator<Item = &'b TypeRef>) {
        types.into_iter().for_each(|ty| self.ty(ty));
    }

    fn unit(&mut self) {
        let unit = self.unit;
        unit.imports
            .iter()
            .for_each(|import| self.all(&import.path));

        if let Some(module) = &unit.module {
            self.all(&module.name);
            module
                .directives
                .iter()
                .for_each(|directive| self.directive(directive));
        }

        for decl in &unit.type_decls {
            self.name(&decl.name);
            self.types(
                decl.extends
                    .iter()
                    .chain(&decl.implements)
                    .chain(&decl.permits),
            );
            self.type_parameters(&decl.type_parameters);
            decl.constants
                .iter()
                .for_each(|constant| self.name(&constant.name));
            decl.members.iter().for_each(|member| self.member(member));
        }

        for var in &unit.vars {
            self.name(&var.name);
            self.types(var.ty.iter().chain(&var.alternatives));
        }

        unit.exprs
            .iter()
            .for_each(|expr| self.expression(&expr.kind));
        unit.stmts
            .iter()
            .for_each(|stmt| self.statement(&stmt.kind));
    }

    fn directive(&mut self, directive: &Directive) {
        match directive {
            Directive::Requires { module: name, .. } | Directive::Uses(name) => self.all(name),
            Directive::Exports {
                package: name,
                to: others,
            }
            | Directive::Opens {
                package: name,
                to: others,
            }
            | Directive::Provides {
                service: name,
                with: others,
            } => {
                self.all(name);
                others.iter().for_each(|other| self.all(other));
            }
        }
    }

    fn type_parameters(&mut self, parameters: &[TypeParameter]) {
        for parameter in parameters {
            self.name(&parameter.name);
            self.types(&parameter.bounds);
        }
    }

    fn member(&mut self, member: &Member) {
        match member {
            Member::Field(field) => {
                self.name(&field.name);
                self.ty(&field.ty);
            }
            Member::Method(method) => {
                self.name(&method.name);
                self.types(method.result.iter().chain(&method.throws));
                self.type_parameters(&method.type_parameters);
            }
            Member::Initializer { .. } | Member::Type(_) => {}
        }
    }

    fn expression(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::Name(name) | ExprKind::Select { name, .. } => self.name(name),
            ExprKind::Call {
                name,
                type_arguments,
                ..
            }
            | ExprKind::MethodReference {
                name,
                type_arguments,
                ..
            } => {
                self.name(name);
                self.arguments(type_arguments);
            }
            ExprKind::Type(ty)
            | ExprKind::This(Some(ty))
            | ExprKind::Super(Some(ty))
            | ExprKind::ClassLiteral(ty)
            | ExprKind::New { ty, .. }
            | ExprKind::NewArray { ty, .. }
            | ExprKind::Cast { ty, .. } => self.ty(ty),
            ExprKind::InstanceOf { pattern, .. } => self.pattern(pattern),
            ExprKind::Switch(switch) => switch.cases.iter().for_each(|case| self.case(case)),
            _ => {}
        }
    }

    fn statement(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::Labeled { label, .. }
            | StmtKind::Break(Some(label))
            | StmtKind::Continue(Some(label)) => {
                self.name(label);
            }
            StmtKind::Switch(switch) => switch.cases.iter().for_each(|case| self.case(case)),
            _ => {}
        }
    }

    fn case(&mut self, case: &Case) {
        for label in &case.labels {
            if let Label::Pattern(pattern) = label {
                self.pattern(pattern);
            }
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match &pattern.kind {
            PatternKind::Type(ty) => self.ty(ty),
            PatternKind::Record { ty, components } => {
                self.ty(ty);
                components
                    .iter()
                    .for_each(|component| self.pattern(component));
            }
            PatternKind::Binding(_) | PatternKind::Any => {}
        }
    }
}

/// The sources of the cases below `tests/trees`, each as a unit.
fn sources() -> Vec<String> {
    let cases = |text: &'static str| {
        let lines = text.lines().filter(|line| {
            !line.is_empty() && !line.starts_with("# ") && !line.starts_with("    ")
        });
        lines.map(str::to_owned)
    };
    let mut sources: Vec<String> = cases(include_str!("../tests/trees/units.txt")).collect();
    sources.extend(
        cases(include_str!("../tests/trees/members.txt"))
            .map(|case| format!("class K {{ {case} }}")),
    );

    let statement = |case| format!("class K {{ void k() {{ {case} }} }}");
    sources.extend(cases(include_str!("../tests/trees/statements.txt")).map(statement));
    let expression = |case| format!("class K {{ Object k = {case}; }}");
    sources.extend(cases(include_str!("../tests/trees/expressions.txt")).map(expression));
    sources
}

/// All statements and members in one unit.
fn program() -> String {
    let mut text =
        String::from("package p.q;\nimport java.util.List;\n\npublic class K extends L {\n");
    for (index, source) in sources().iter().enumerate() {
        if let Some(body) = source
            .strip_prefix("class K { void k() {")
            .and_then(|rest| rest.strip_suffix("} }"))
        {
            text += &format!(
                "    /** No. {index} */\n    public int m{index}(String a) {{\n       {body}\n    }}\n\n"
            );
        } else if let Some(member) = source
            .strip_prefix("class K {")
            .and_then(|rest| rest.strip_suffix('}'))
        {
            text += &format!("   {member}\n\n");
        }
    }

    text + "}\n"
}

#[test]
fn every_name_of_a_sound_text_is_in_its_tree() {
    for source in sources().into_iter().chain([program()]) {
        let unit = parse(&source);
        assert_eq!(unit.damage, [], "{source}");
        assert_eq!(uncovered(&source, &unit), Vec::<String>::new(), "{source}");
    }
}

#[test]
fn the_coverage_check_finds_what_is_missing() {
    let text = "class A { int b = c(); }";
    let mut unit = parse(text);
    unit.exprs.clear();
    assert_eq!(uncovered(text, &unit), ["c at 18"]);
}

/// `text` with one to three small accidents.
fn mutated(text: &str, random: &mut Random) -> Vec<u8> {
    const INSERTED: [&str; 24] = [
        "{", "}", "(", ")", ";", "\"", "'", "/*", "*/", "//", "\n", "\"\"\"", "=", ",", "<", ">",
        "@", "case ", "\\u0041", "public ", "class X", "[", ".", "->",
    ];
    let mut bytes = text.as_bytes().to_vec();

    for _ in 0..=random.below(3) {
        let (at, length) = (random.below(bytes.len()), 1 + random.below(30));
        let end = (at + length).min(bytes.len());
        match random.below(7) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => drop(bytes.splice(at..at, INSERTED[random.below(INSERTED.len())].bytes())),
            3 => drop(bytes.splice(at..at, bytes[at..end].to_vec())),
            4 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            5 if at < bytes.len() => bytes[at] = random.below(256) as u8,
            _ => drop(bytes.drain(at..(at + 1).min(bytes.len()))),
        }
    }

    bytes
}

/// Checks that `bytes` are read without panic, that all places are in the text, and that nothing is
/// lost silently.
fn check_mutant(bytes: &[u8], seed: u64) {
    let unit = parse_bytes(bytes);
    let limit = bytes.len() as u32;
    for damage in &unit.damage {
        assert!(
            damage.span.start <= damage.span.end && damage.span.end <= limit,
            "seed {seed}: {damage:?}"
        );
    }

    assert!(
        unit.damage.is_sorted_by_key(|damage| damage.span.start),
        "seed {seed}"
    );

    for span in unit
        .exprs
        .iter()
        .map(|expr| expr.span)
        .chain(unit.stmts.iter().map(|stmt| stmt.span))
    {
        assert!(
            span.start <= span.end && span.end <= limit && span.line > 0,
            "seed {seed}: {span:?}"
        );
    }

    if let Ok(text) = std::str::from_utf8(bytes) {
        assert_eq!(
            uncovered(text, &unit),
            Vec::<String>::new(),
            "seed {seed}: {text}"
        );
    }
}

#[test]
fn mutants_of_small_texts_lose_nothing_silently() {
    let sources = sources();
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let source = &sources[random.below(sources.len())];
        check_mutant(&mutated(source, &mut random), seed);
    }
}

#[test]
fn mutants_of_a_program_lose_nothing_silently() {
    let sources = sources();
    for seed in 0..500 {
        let mut random = Random::new(seed);
        let members: Vec<_> = (0..12)
            .map(|_| &*sources[random.below(sources.len())])
            .collect();
        check_mutant(&mutated(&members.join("\n"), &mut random), seed);
    }
}

#[test]
fn every_prefix_of_a_program_is_read() {
    let program = program();
    let mut random = Random::new(1);
    for _ in 0..40 {
        let at = program.floor_char_boundary(random.below(program.len()));
        check_mutant(&program.as_bytes()[..at], at as u64);
    }
}

/// Not run by default: many more mutants.
#[test]
#[ignore = "takes minutes; RESIDUA_MUTANTS is the number of mutants"]
fn many_mutants_lose_nothing_silently() {
    let count = std::env::var("RESIDUA_MUTANTS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(100_000);
    let (sources, program) = (sources(), program());
    for seed in 10_000..10_000 + count {
        let mut random = Random::new(seed);
        let source = if seed % 50 == 0 {
            &program
        } else {
            &sources[random.below(sources.len())]
        };
        check_mutant(&mutated(source, &mut random), seed);
    }
}
