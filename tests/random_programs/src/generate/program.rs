//! A program: classes that every one has, with bodies of their own, and `Main`.

use super::choice::Choice;
use super::scope::{Scope, Ty, Var};
use crate::tree::Tree;

/// How threads run beside each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Threads {
    /// Whoever starts one waits for it at once, so that every run has one order of events.
    InTurns,
    /// They run at once.
    Interleaved,
}

/// The writer of a program.
pub struct Writer<'c> {
    /// The source of choices.
    pub choice: &'c mut Choice,
    /// The use of threads in the program.
    pub threads: Threads,
    /// The parameters of the methods of `Main`.
    pub signatures: Vec<Vec<(String, Ty)>>,
    /// How many more statements may hold others.
    pub left: usize,
    names: usize,
}

/// A program of `seed`: the classes of a package, which [`files`] takes apart.
pub fn program(seed: u64, package: &str, threads: Threads) -> Tree {
    let choice = &mut Choice::new(seed);
    let signatures = signatures(choice);
    let mut writer = Writer {
        choice,
        threads,
        signatures,
        left: 30,
        names: 0,
    };
    let mut parts = vec![Tree::line(format!("package {package};")).fixed()];
    parts.push(writer.main_class());
    parts.extend(writer.classes());
    Tree::group(parts)
}

/// The files of a program: path and text.
pub fn files(program: &Tree) -> Vec<(String, String)> {
    let (package, classes) = program.body.split_first().expect("a package");
    let folder = package
        .head
        .trim_start_matches("package ")
        .trim_end_matches(';')
        .replace('.', "/");
    let file = |class: &Tree| {
        let name = class.head.split_whitespace().nth(2).unwrap_or_default();
        (
            format!("{folder}/{name}.java"),
            format!("{}\nimport java.util.*;\n{}", package.head, class.text()),
        )
    };
    classes.iter().map(file).collect()
}

fn signatures(choice: &mut Choice) -> Vec<Vec<(String, Ty)>> {
    let types = [
        Ty::Res,
        Ty::Res,
        Ty::List,
        Ty::Holder,
        Ty::Iter,
        Ty::Task,
        Ty::Map,
        Ty::Key,
        Ty::Array,
    ];
    let count = 1 + choice.below(3);
    let mut signature = || {
        let more = (0..choice.below(3))
            .map(|_| *choice.pick(&types))
            .collect::<Vec<_>>();
        let types = std::iter::once(Ty::Res).chain(more);
        types
            .enumerate()
            .map(|(number, ty)| (format!("p{number}"), ty))
            .collect()
    };
    (0..count).map(|_| signature()).collect()
}

impl Writer<'_> {
    /// A name that no other variable has.
    pub fn fresh(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn main_class(&mut self) -> Tree {
        let mut members = vec![self.entry()];
        for number in 0..self.signatures.len() {
            members.push(self.method(number));
        }
        let taken = self.some(&[("r".to_owned(), Ty::Res)], Some(""), 25);
        members.push(Tree::block("static void take(Res r) {", taken).fixed());
        let wait = vec![
            Tree::key("try {", vec![Tree::line("thread.join();").fixed()]).fixed(),
            Tree::block(
                "} catch (InterruptedException e) {",
                vec![Tree::line("return;").fixed()],
            )
            .fixed(),
        ];
        members.push(Tree::block("static void join(Thread thread) {", wait));
        Tree::block("public class Main {", members).fixed()
    }

    /// The number of arguments chooses the run.
    fn entry(&mut self) -> Tree {
        let mut scope = Scope::method(&[], None);
        let mut body = self.first_objects(&mut scope);
        body.extend(self.block(scope, 12));
        let guarded = Tree::group(vec![
            Tree::key("try {", body),
            Tree::block(
                "} catch (RuntimeException e) {",
                vec![Tree::line("Rnd.fuel = 0;")],
            ),
        ]);
        let start = [
            Tree::line("Rnd.state = args.length;"),
            Tree::line("Rnd.fuel = 40;"),
        ];
        let body = start.into_iter().chain([guarded]).collect();
        Tree::block("public static void main(String[] args) {", body).fixed()
    }

    /// Declares the first objects, which the rest can name.
    fn first_objects(&mut self, scope: &mut Scope) -> Vec<Tree> {
        let mut objects = Vec::new();
        for (ty, value, name) in [
            (Ty::Res, "new Res()", "a"),
            (Ty::Res, "new Sub()", "b"),
            (Ty::Holder, "new Holder()", "h"),
            (
                Ty::List,
                "new ArrayList<Res>(List.of(new Res(), new Sub()))",
                "l",
            ),
            (
                Ty::Map,
                "new LinkedHashMap<String, Res>(Map.of(\"a\", new Res()))",
                "m",
            ),
            (Ty::Key, "new Key(0)", "k"),
            (Ty::Array, "new Res[] { new Res(), new Sub() }", "q"),
        ] {
            if self.choice.percent(80) {
                objects.push(Tree::line(format!("{} {name} = {value};", ty.java())));
                scope.vars.push(Var {
                    name: name.to_owned(),
                    ty,
                    is_final: true,
                });
            }
        }
        objects
    }

    fn method(&mut self, number: usize) -> Tree {
        let parameters = self.signatures[number].clone();
        let list: Vec<String> = parameters
            .iter()
            .map(|(name, ty)| format!("{} {name}", ty.java()))
            .collect();
        let enough =
            Tree::block("if (!Rnd.go()) {", vec![Tree::line("return p0;").fixed()]).fixed();
        let mut body = vec![enough];
        self.left = 15;
        body.extend(self.block(Scope::method(&parameters, Some("Res")), 5));
        body.push(
            Tree::line(format!(
                "return {};",
                self.simple(&Scope::method(&parameters, None))
            ))
            .fixed(),
        );
        Tree::block(
            format!("static Res m{number}({}) {{", list.join(", ")),
            body,
        )
    }

    /// A few statements, or none, that many times in a hundred.
    pub fn some(
        &mut self,
        parameters: &[(String, Ty)],
        returns: Option<&'static str>,
        percent: usize,
    ) -> Vec<Tree> {
        if !self.choice.percent(percent) {
            return Vec::new();
        }
        self.left = 2;
        let mut scope = Scope::method(parameters, returns);
        scope.depth = 2;
        let guard = Tree::block("if (!Rnd.go()) {", vec![Tree::line("return;").fixed()]).fixed();
        let mut body = vec![guard];
        body.extend(self.block(scope, 2));
        body
    }
}
