//! Small programs whose threads share variables and locks. They make no objects while they run beside
//! each other, and throw nothing.

use super::choice::Choice;
use crate::tree::Tree;

/// Variables: static fields, one of them volatile, fields of an object and elements of an array.
const VARIABLES: [&str; 7] = ["x", "y", "flag", "cell.f", "cell.g", "cells[0]", "cells[1]"];

/// Objects whose locks are used.
const LOCKS: [&str; 3] = ["one", "two", "cell"];

/// A program of `seed`: the classes of a package, for [`super::files`].
pub fn shared(seed: u64, package: &str) -> Tree {
    let mut choice = Choice::new(seed);
    let mut some = |all: &[&'static str], most: usize| {
        let number = 1 + choice.below(most);
        (0..number).map(|_| *choice.pick(all)).collect()
    };
    let mut writer = Writer {
        variables: some(&VARIABLES, 3),
        locks: some(&LOCKS, 3),
        choice,
        locals: 0,
        left: 0,
    };
    Tree::group(vec![
        Tree::line(format!("package {package};")).fixed(),
        writer.main(),
        cell(),
    ])
}

struct Writer {
    choice: Choice,
    /// The variables that the program is about.
    variables: Vec<&'static str>,
    /// The locks that it uses.
    locks: Vec<&'static str>,
    /// The number of local variables so far.
    locals: usize,
    /// How many more statements the method may have.
    left: usize,
}

fn cell() -> Tree {
    let method = |head: &str, line: &str| Tree::block(head, vec![Tree::line(line).fixed()]).fixed();
    Tree::block(
        "public class Cell {",
        vec![
            Tree::line("int f;").fixed(),
            Tree::line("volatile int g;").fixed(),
            method("synchronized void put(int n) {", "f = n;"),
            method("synchronized int get() {", "return f;"),
            method("synchronized void add(int n) {", "put(get() + n);"),
        ],
    )
    .fixed()
}

impl Writer {
    fn main(&mut self) -> Tree {
        let threads = 2 + usize::from(self.choice.percent(35));
        let waits = self.choice.percent(20);
        let mut members: Vec<Tree> = [
            "static int x;",
            "static int y;",
            "static volatile int flag;",
            "static int ready;",
            "static final Object one = new Object();",
            "static final Object two = new Object();",
            "static final Cell cell = new Cell();",
            // Stores of constants into new arrays are none in the IR.
            "static final int[] cells = {zero(), zero()};",
        ]
        .map(|line| Tree::line(line).fixed())
        .into();
        for number in 0..threads {
            let mut body = self.body(if threads == 2 { 9 } else { 5 });
            if waits && number < 2 {
                let at = self.choice.below(body.len() + 1);
                body.insert(at, if number == 0 { awaits() } else { wakes() });
            }
            members.push(Tree::block(format!("static void run{number}() {{"), body).fixed());
        }
        // A run says nothing of values that nothing has written.
        let written = [
            "x = 0;",
            "y = 0;",
            "flag = 0;",
            "ready = 0;",
            "cell.f = 0;",
            "cell.g = 0;",
        ];
        let mut main: Vec<Tree> = written.map(|line| Tree::line(line).fixed()).into();
        for number in 0..threads {
            main.push(
                Tree::line(format!("Thread t{number} = new Thread(Main::run{number});")).fixed(),
            );
        }
        for number in 0..threads {
            main.push(Tree::line(format!("t{number}.start();")).fixed());
            if self.choice.percent(20) {
                main.extend(self.body(1));
            }
        }
        for number in 0..threads {
            if self.choice.percent(70) {
                main.push(Tree::line(format!("t{number}.join();")));
            }
        }
        if self.choice.percent(50) {
            main.extend(self.body(2));
        }
        let head = "public static void main(String[] arguments) throws InterruptedException {";
        members.push(Tree::block(head, main).fixed());
        members.push(pause());
        members.push(Tree::line("static int zero() { return 0; }").fixed());
        Tree::block("public class Main {", members).fixed()
    }

    fn body(&mut self, statements: usize) -> Vec<Tree> {
        self.left = 2 + self.choice.below(statements);
        let mut body = Vec::new();
        while self.left > 0 {
            body.push(self.statement(0, &[]));
        }
        body
    }

    /// A block with at least one statement. `locals` can be read in it.
    fn block(&mut self, depth: usize, locals: &[String]) -> Vec<Tree> {
        let mut body = vec![self.statement(depth, locals)];
        while self.left > 0 && self.choice.percent(50) {
            body.push(self.statement(depth, locals));
        }
        body
    }

    fn statement(&mut self, depth: usize, locals: &[String]) -> Tree {
        self.left = self.left.saturating_sub(1);
        let inner = if depth < 3 { 1 } else { 0 };
        let variable = *self.choice.pick(&self.variables);
        match self
            .choice
            .weighted(&[3, 3, 3, 2, 2, 3 * inner, 4 * inner, inner, 6 * inner])
        {
            0 => Tree::line(format!("{variable} = {};", self.choice.below(3))),
            1 => Tree::line(format!("{variable} = {};", self.value(locals))),
            2 => Tree::line(format!("{variable} = {variable} + 1;")),
            3 => Tree::line(match self.choice.below(3) {
                0 => format!("cell.put({});", self.value(locals)),
                1 => format!("{variable} = cell.get();"),
                _ => "cell.add(1);".to_owned(),
            }),
            4 => {
                let local = format!("r{}", self.locals);
                self.locals += 1;
                let read = Tree::line(format!("int {local} = {variable};"));
                let mut known = locals.to_vec();
                known.push(local);
                let mut group = vec![read];
                group.extend(self.block(depth, &known));
                Tree::group(group)
            }
            5 => {
                let operator = self.choice.pick(&["==", "!=", "<"]);
                let head = format!(
                    "if ({} {operator} {}) {{",
                    self.value(locals),
                    self.choice.below(3)
                );
                Tree::block(head, self.block(depth + 1, locals))
            }
            6 => {
                let lock = self.choice.pick(&self.locks);
                let head = format!("synchronized ({lock}) {{");
                Tree::block(head, self.block(depth + 1, locals))
            }
            7 => {
                let head = format!("for (int i{depth} = 0; i{depth} < 2; i{depth}++) {{");
                Tree::block(head, self.block(depth + 1, locals))
            }
            // Locks in one order here, and maybe in another one elsewhere.
            _ => {
                let first = *self.choice.pick(&self.locks);
                let second = *self.choice.pick(&LOCKS);
                let inner = Tree::block(
                    format!("synchronized ({second}) {{"),
                    self.block(depth + 2, locals),
                );
                Tree::block(format!("synchronized ({first}) {{"), vec![inner])
            }
        }
    }

    /// A variable or a local variable.
    fn value(&mut self, locals: &[String]) -> String {
        if !locals.is_empty() && self.choice.percent(60) {
            return self.choice.pick(locals).clone();
        }
        (*self.choice.pick(&self.variables)).to_owned()
    }
}

/// A block that waits until another thread is ready.
fn awaits() -> Tree {
    let wait = Tree::block(
        "while (ready == 0) {",
        vec![Tree::line("pause(one);").fixed()],
    );
    Tree::block("synchronized (one) {", vec![wait.fixed()]).fixed()
}

/// The block that wakes the thread that waits.
fn wakes() -> Tree {
    let lines = ["ready = 1;", "one.notifyAll();"];
    Tree::block(
        "synchronized (one) {",
        lines.map(|line| Tree::line(line).fixed()).into(),
    )
    .fixed()
}

fn pause() -> Tree {
    Tree::block(
        "static void pause(Object object) {",
        vec![Tree {
            tail: "} catch (InterruptedException stopped) { }".to_owned(),
            ..Tree::block("try {", vec![Tree::line("object.wait();").fixed()]).fixed()
        }],
    )
    .fixed()
}
