//! The classes that every program has.

use super::program::Writer;
use super::scope::Ty;
use crate::tree::Tree;

impl Writer<'_> {
    /// All but `Main`.
    pub fn classes(&mut self) -> Vec<Tree> {
        vec![
            self.resource_class(),
            self.subclass(),
            key_class(),
            self.holder_class(),
            self.factory_class(),
            Tree::block(
                "public interface Task {",
                vec![Tree::line("void run(Res r);").fixed()],
            ),
            self.doer_class(),
            fixed("public class Rnd {", RND),
            fixed("public class Log {", LOG),
        ]
    }

    /// A method without result; its body is what is given and perhaps more.
    fn member(&mut self, head: &str, own: &[&str], parameters: &[(&str, Ty)]) -> Tree {
        let parameters: Vec<(String, Ty)> = parameters
            .iter()
            .map(|(name, ty)| ((*name).to_owned(), *ty))
            .collect();
        let mut body: Vec<Tree> = own.iter().map(|line| Tree::line(*line)).collect();
        body.extend(self.some(&parameters, Some(""), 15));
        Tree::block(format!("{head} {{"), body).fixed()
    }

    fn resource_class(&mut self) -> Tree {
        let this = [("this", Ty::Res)];
        let poke = *self
            .choice
            .pick(&["this.poke();", "n = n + 1;", "if (n > 3) { poke(); }"]);
        let opened: &[&str] = if self.choice.percent(10) {
            &["Holder.shared = this;"]
        } else {
            &[]
        };
        let mut members: Vec<Tree> = ["static int made;", "final int id;", "public Res next;"]
            .map(Tree::line)
            .into();
        members.push(Tree::block(
            "Res() {",
            ["id = made;", "made = made + 1;"].map(Tree::line).into(),
        ));
        members.push(self.member("void open()", opened, &this));
        members.push(self.member("void use(int n)", &[poke], &this));
        members.push(self.member("void poke()", &[], &[]));
        members.push(self.member("void close()", &[], &this));
        let failure = "if (Rnd.flip()) { throw new IllegalStateException(); }";
        members.push(self.member("void fail()", &[failure], &[]));
        members.push(self.member(
            "void link(Res other)",
            &["next = other;"],
            &[("other", Ty::Res)],
        ));
        members.push(Tree::line("Res self() { return this; }"));
        Tree::block(
            "public class Res {",
            members.into_iter().map(Tree::fixed).collect(),
        )
        .fixed()
    }

    fn subclass(&mut self) -> Tree {
        let this = [("this", Ty::Res)];
        let mut members = Vec::new();
        if self.choice.percent(60) {
            let own = *self
                .choice
                .pick(&["super.use(n);", "poke();", "super.use(n + 1);"]);
            members.push(self.member("@Override void use(int n)", &[own], &this));
        }
        if self.choice.percent(40) {
            let own = *self
                .choice
                .pick(&["super.close();", "super.close();", "open();"]);
            members.push(self.member("@Override void close()", &[own], &this));
        }
        if self.choice.percent(40) {
            let other =
                *self
                    .choice
                    .pick(&["next == null ? this : next", "new Sub()", "Holder.shared"]);
            members.push(Tree::line(format!(
                "@Override Res self() {{ return {other}; }}"
            )));
        }
        Tree::block("public class Sub extends Res {", members)
    }

    fn holder_class(&mut self) -> Tree {
        let mut members: Vec<Tree> = [
            "static Res shared = new Res();",
            "public Res field = new Res();",
            "final List<Res> list = new ArrayList<Res>();",
            "final Map<String, Res> map = new LinkedHashMap<String, Res>();",
            "public Res get() { return field; }",
            "void set(Res r) { field = r; }",
            "static Res first(List<Res> l) { return l.isEmpty() ? new Res() : l.get(0); }",
            "static Res last(List<Res> l) { return l.isEmpty() ? shared : l.get(l.size() - 1); }",
        ]
        .map(|line| Tree::line(line).fixed())
        .into();
        if self.choice.percent(15) {
            let event = *self
                .choice
                .pick(&["shared.open();", "shared.close();", "shared.use(4);"]);
            members.push(Tree::block("static {", vec![Tree::line(event)]));
        }
        Tree::block("public class Holder {", members).fixed()
    }

    fn factory_class(&mut self) -> Tree {
        let make: &[&str] = match self.choice.below(4) {
            0 => &["Res r = new Res();", "r.open();", "return r;"],
            1 => &["return Rnd.flip() ? new Sub() : new Res();"],
            2 => &["last = new Sub();", "return last;"],
            _ => &["return new Res();"],
        };
        let pick: &[&str] = match self.choice.below(3) {
            0 => &["return Rnd.flip() ? r : new Res();"],
            1 => &["Res old = last;", "last = r;", "return old;"],
            _ => &["return r;"],
        };
        let method = |head: &str, body: &[&str]| {
            Tree::block(
                head,
                body.iter().map(|line| Tree::line(*line).fixed()).collect(),
            )
            .fixed()
        };
        let members = vec![
            Tree::line("static Res last = new Res();").fixed(),
            method("static Res make() {", make),
            method("static Res pick(Res r) {", pick),
            method(
                "static Object any(Res r) {",
                &["return Rnd.flip() ? r : last;"],
            ),
        ];
        Tree::block("public class Factory {", members).fixed()
    }

    fn doer_class(&mut self) -> Tree {
        let members = vec![
            Tree::line("final Res own;").fixed(),
            Tree::line("Doer(Res r) { own = r; }").fixed(),
            self.member(
                "@Override public void run(Res r)",
                &["r.use(2);"],
                &[("r", Ty::Res), ("own", Ty::Res)],
            ),
            self.member(
                "@Override public void run()",
                &["own.poke();"],
                &[("own", Ty::Res)],
            ),
        ];
        Tree::block("public class Doer implements Task, Runnable {", members)
    }
}

fn fixed(head: &str, lines: &[&str]) -> Tree {
    Tree::block(
        head,
        lines.iter().map(|line| Tree::line(*line).fixed()).collect(),
    )
    .fixed()
}

fn key_class() -> Tree {
    Tree::block(
        "public class Key {",
        [
            "final int group;",
            "Key(int group) { this.group = group; }",
            "void put(int n) { }",
            "void get() { }",
            "void drop() { }",
            "@Override public boolean equals(Object o) { return o instanceof Key && ((Key) o).group == group; }",
            "@Override public int hashCode() { return group; }",
        ]
        .map(|line| Tree::line(line).fixed())
        .into(),
    )
}

/// The source of all choices of a run. Fuel ends loops and recursion.
const RND: &[&str] = &[
    "static int state;",
    "static int fuel;",
    "static int next(int bound) { state = (state * 75 + 74) % 65537; return (state / 8) % bound; }",
    "static boolean flip() { return next(2) == 0; }",
    "static boolean go() { fuel = fuel - 1; return fuel > 0; }",
];

/// The methods that actions call.
const LOG: &[&str] = &[
    "public static void note(int n) { System.err.println(n); }",
    "public static void mark(Res r) { System.err.println(r.id); }",
];
