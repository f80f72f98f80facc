//! Statements: events, stores, branches, loops, calls, exceptions, lambdas, threads.

use super::program::{Threads, Writer};
use super::scope::{Scope, Ty, Var};
use crate::tree::Tree;

impl Writer<'_> {
    /// Some statements; what they declare is theirs.
    pub fn block(&mut self, scope: Scope, most: usize) -> Vec<Tree> {
        let mut scope = scope;
        let count = 1 + self.choice.below(most);
        (0..count).map(|_| self.statement(&mut scope)).collect()
    }

    fn inside(&mut self, scope: &Scope) -> usize {
        if scope.depth > 1 { 1 } else { 3 }
    }

    /// One statement. What it declares is added to the scope.
    pub fn statement(&mut self, scope: &mut Scope) -> Tree {
        let nested = if scope.depth > 3 || self.left == 0 {
            0
        } else {
            1
        };
        self.left = self.left.saturating_sub(1);
        let n = nested;
        match self.choice.weighted(&[
            26,
            12,
            8,
            4 * n,
            5 * n,
            5 * n,
            4 * n,
            4 * n,
            5,
            5 * n,
            3 * n,
            3,
            5 * n,
            4,
            3 * n,
            3,
        ]) {
            0 => self.event(scope),
            1 => self.declaration(scope),
            2 => self.store(scope),
            3 => self.branch(scope),
            4 => self.repetition(scope),
            5 => self.iteration(scope),
            6 => self.attempt(scope),
            7 => self.callback(scope),
            8 => self
                .method_call(scope)
                .map_or_else(|| self.event(scope), |call| Tree::line(format!("{call};"))),
            9 => self.lambda(scope),
            10 => self.thread(scope),
            11 => self.jump(scope),
            12 => self.iterator_in_hand(scope),
            13 => self.on_key(scope),
            14 => self.local_class(scope),
            _ => self.on_map(scope),
        }
    }

    /// A call that properties speak of.
    fn event(&mut self, scope: &Scope) -> Tree {
        let object = if self.choice.percent(75) {
            self.simple(scope)
        } else {
            self.expression(scope, Ty::Res)
        };
        let object = if object.starts_with("(Res)") {
            format!("({object})")
        } else {
            object
        };
        Tree::line(match self.choice.below(16) {
            0..4 => format!("{object}.open();"),
            4..8 => format!("{object}.use({});", self.choice.below(5)),
            8..12 => format!("{object}.close();"),
            12 => format!("{object}.fail();"),
            13 => format!("{object}.link({});", self.simple(scope)),
            14 => format!("Main.take({object});"),
            _ => format!("{object}.poke();"),
        })
    }

    fn declaration(&mut self, scope: &mut Scope) -> Tree {
        let types = [
            Ty::Res,
            Ty::Res,
            Ty::Res,
            Ty::Key,
            Ty::Holder,
            Ty::List,
            Ty::List,
            Ty::Map,
            Ty::Task,
            Ty::Array,
        ];
        let ty = *self.choice.pick(&types);
        let value = self.expression(scope, ty);
        let is_final = self.choice.percent(70);
        let name = self.declare(scope, ty, is_final);
        Tree::line(format!("{} {name} = {value};", ty.java()))
    }

    /// A new variable.
    fn declare(&mut self, scope: &mut Scope, ty: Ty, is_final: bool) -> String {
        let name = self.fresh();
        scope.vars.push(Var {
            name: name.clone(),
            ty,
            is_final,
        });
        name
    }

    fn store(&mut self, scope: &Scope) -> Tree {
        let value = self.expression(scope, Ty::Res);
        let variables: Vec<String> = scope
            .assignable(Ty::Res)
            .into_iter()
            .map(str::to_owned)
            .collect();
        let holder = scope.of(Ty::Holder).last().map(|name| (*name).to_owned());
        let array = scope.of(Ty::Array).last().map(|name| (*name).to_owned());
        match (self.choice.below(8), holder, array) {
            (0 | 1, ..) if !variables.is_empty() => {
                Tree::line(format!("{} = {value};", self.choice.pick(&variables)))
            }
            (2, Some(holder), _) => Tree::line(format!("{holder}.field = {value};")),
            (3, Some(holder), _) => Tree::line(format!("{holder}.set({value});")),
            (4 | 7, _, Some(array)) => {
                Tree::line(format!("{array}[{}] = {value};", self.choice.below(2)))
            }
            (5, ..) => Tree::line(format!("Holder.shared = {value};")),
            _ => Tree::line(format!(
                "{}.add({value});",
                self.expression(scope, Ty::List)
            )),
        }
    }

    fn branch(&mut self, scope: &Scope) -> Tree {
        let condition = match self.choice.below(4) {
            0 => "Rnd.next(3) > 0".to_owned(),
            1 => format!("{} instanceof Sub", self.simple_name(scope)),
            2 => format!("{} == {}", self.simple(scope), self.simple(scope)),
            _ => "Rnd.flip()".to_owned(),
        };
        let most = self.inside(scope);
        let then = self.block(scope.inner(), most);
        if self.choice.percent(50) {
            return Tree::block(format!("if ({condition}) {{"), then);
        }
        let otherwise = self.block(scope.inner(), most);
        Tree::group(vec![
            Tree::key(format!("if ({condition}) {{"), then),
            Tree::block("} else {", otherwise),
        ])
    }

    /// A resource to which `instanceof` can be applied.
    fn simple_name(&mut self, scope: &Scope) -> String {
        scope
            .of(Ty::Res)
            .last()
            .map_or("Holder.shared".to_owned(), |name| (*name).to_owned())
    }

    fn repetition(&mut self, scope: &Scope) -> Tree {
        let most = self.inside(scope);
        let body = self.block(scope.repeated(), most);
        match self.choice.below(4) {
            0 => {
                let name = self.fresh();
                Tree::block(
                    format!(
                        "for (int {name} = 0; {name} < {}; {name}++) {{",
                        1 + self.choice.below(3)
                    ),
                    body,
                )
            }
            1 => Tree {
                tail: "} while (Rnd.flip() && Rnd.go());".to_owned(),
                ..Tree::key("do {", body)
            },
            _ => Tree::block("while (Rnd.flip() && Rnd.go()) {", body),
        }
    }

    fn iteration(&mut self, scope: &Scope) -> Tree {
        let (element, most) = (self.fresh(), self.inside(scope));
        let over = match scope.of(Ty::Array).last() {
            Some(array) if self.choice.percent(20) => (*array).to_owned(),
            _ => self.iterable(scope),
        };
        let body = self.block(scope.repeated().with(&element, Ty::Res), most);
        Tree::block(format!("for (Res {element} : {over}) {{"), body)
    }

    fn attempt(&mut self, scope: &Scope) -> Tree {
        let most = self.inside(scope);
        let body = self.block(scope.inner(), most);
        let handler = self.block(scope.inner(), 2);
        let caught = *self.choice.pick(&[
            "RuntimeException",
            "IllegalStateException",
            "RuntimeException",
        ]);
        let caught = format!("}} catch ({caught} {}) {{", self.fresh());
        let last = Scope {
            in_loop: false,
            returns: None,
            ..scope.inner()
        };
        let last = self.block(last, 2);
        Tree::group(match self.choice.below(3) {
            0 => vec![Tree::key("try {", body), Tree::block("} finally {", last)],
            1 => vec![Tree::key("try {", body), Tree::block(caught, handler)],
            _ => vec![
                Tree::key("try {", body),
                Tree::key(caught, handler),
                Tree::block("} finally {", last),
            ],
        })
    }

    /// A lambda that a method of a library calls.
    fn callback(&mut self, scope: &Scope) -> Tree {
        let (element, most) = (self.fresh(), self.inside(scope));
        let list = self.expression(scope, Ty::List);
        let inner = scope.lambda().with(&element, Ty::Res);
        let body = |writer: &mut Self| writer.block(inner.clone(), most);
        let close = |head: String, body: Vec<Tree>| Tree {
            tail: "});".to_owned(),
            ..Tree::key(head, body)
        };
        match self.choice.below(7) {
            0 => Tree::line(format!(
                "{list}.forEach(Res::{});",
                self.choice.pick(&["open", "close", "poke"])
            )),
            1 => {
                let mut body = body(self);
                body.push(Tree::line("return Rnd.flip();").fixed());
                close(format!("{list}.removeIf({element} -> {{"), body)
            }
            2 => {
                let other = self.fresh();
                let mut body = self.block(inner.with(&other, Ty::Res), most);
                body.push(Tree::line(format!("return {element}.id - {other}.id;")).fixed());
                close(format!("{list}.sort(({element}, {other}) -> {{"), body)
            }
            3 => {
                let (map, key) = (self.expression(scope, Ty::Map), self.fresh());
                close(
                    format!("{map}.forEach(({key}, {element}) -> {{"),
                    body(self),
                )
            }
            4 => {
                let (map, key) = (self.expression(scope, Ty::Map), self.fresh());
                let made = if self.choice.percent(50) {
                    "new Res()".to_owned()
                } else {
                    "Factory.make()".to_owned()
                };
                let name = *self.choice.pick(&["a", "b"]);
                Tree::line(format!(
                    "{map}.computeIfAbsent(\"{name}\", {key} -> {made}).use(1);"
                ))
            }
            _ => close(format!("{list}.forEach({element} -> {{"), body(self)),
        }
    }

    /// A lambda in a variable, and calls of it.
    fn lambda(&mut self, scope: &mut Scope) -> Tree {
        let most = self.inside(scope);
        if self.choice.percent(25) {
            let value = *self.choice.pick(&["Res::close", "Res::open", "Main::take"]);
            let name = self.declare(scope, Ty::Task, true);
            let call = Tree::line(format!("{name}.run({});", self.simple(scope)));
            return Tree::group(vec![Tree::line(format!("Task {name} = {value};")), call]);
        }
        if self.choice.percent(30) {
            let (name, body) = (self.fresh(), self.block(scope.lambda(), most));
            let lambda = Tree {
                tail: "};".to_owned(),
                ..Tree::key(format!("Runnable {name} = () -> {{"), body)
            };
            let call = Tree::line(format!("{name}.run();"));
            return Tree::group(vec![lambda, call.clone(), call]);
        }
        let element = self.fresh();
        let body = self.block(scope.lambda().with(&element, Ty::Res), most);
        let name = self.declare(scope, Ty::Task, true);
        let lambda = Tree {
            tail: "};".to_owned(),
            ..Tree::key(format!("Task {name} = {element} -> {{"), body)
        };
        let call = Tree::line(format!("{name}.run({});", self.simple(scope)));
        Tree::group(vec![lambda, call])
    }

    fn thread(&mut self, scope: &Scope) -> Tree {
        let (name, most) = (self.fresh(), self.inside(scope));
        let made = if self.choice.percent(25) {
            Tree::line(format!(
                "Thread {name} = new Thread(new Doer({}));",
                self.simple(scope)
            ))
        } else {
            let body = self.block(scope.lambda(), most);
            Tree {
                tail: "});".to_owned(),
                ..Tree::key(format!("Thread {name} = new Thread(() -> {{"), body)
            }
        };
        let mut parts = vec![made, Tree::line(format!("{name}.start();"))];
        if self.threads == Threads::Interleaved {
            let meanwhile = Scope {
                in_loop: false,
                returns: None,
                ..scope.inner()
            };
            parts.push(Tree::block("{", self.block(meanwhile, 3)));
        }
        parts.push(Tree::line(format!("Main.join({name});")));
        Tree::group(parts)
    }

    fn jump(&mut self, scope: &Scope) -> Tree {
        let jump = match (self.choice.below(4), scope.in_loop, scope.returns) {
            (0, true, _) => "break;".to_owned(),
            (1, true, _) => "continue;".to_owned(),
            (2, _, Some("")) => "return;".to_owned(),
            (2, _, Some(_)) => format!("return {};", self.simple(scope)),
            (_, _, _) => "throw new IllegalStateException();".to_owned(),
        };
        let condition = *self
            .choice
            .pick(&["Rnd.flip()", "Rnd.next(4) == 0", "Rnd.next(3) == 0"]);
        Tree::block(format!("if ({condition}) {{"), vec![Tree::line(jump)])
    }

    /// An iterator in a variable, used with and without asking.
    fn iterator_in_hand(&mut self, scope: &mut Scope) -> Tree {
        let iterator = match scope.of(Ty::Iter).last() {
            Some(name) if self.choice.percent(40) => (*name).to_owned(),
            _ => {
                let value = format!("{}.iterator()", self.iterable(scope));
                let name = self.declare(scope, Ty::Iter, true);
                let inner = self.iterator_use(scope, &name);
                return Tree::group(vec![
                    Tree::line(format!("Iterator<Res> {name} = {value};")),
                    inner,
                ]);
            }
        };
        self.iterator_use(scope, &iterator)
    }

    fn iterator_use(&mut self, scope: &Scope, iterator: &str) -> Tree {
        let (element, most) = (self.fresh(), self.inside(scope));
        let next = Tree::line(format!("Res {element} = {iterator}.next();"));
        let inner = scope.repeated().with(&element, Ty::Res);
        let removes = self
            .choice
            .percent(15)
            .then(|| Tree::line(format!("{iterator}.remove();")));
        match self.choice.below(4) {
            0 => Tree::group(vec![
                Tree::key(
                    "try {",
                    vec![Tree::line(format!("{iterator}.next().use(2);"))],
                ),
                Tree::block(
                    format!("}} catch (RuntimeException {element}) {{"),
                    Vec::new(),
                ),
            ]),
            1 => {
                let mut body = vec![next];
                body.extend(self.block(
                    Scope {
                        in_loop: scope.in_loop,
                        ..inner
                    },
                    most,
                ));
                Tree::block(format!("if ({iterator}.hasNext()) {{"), body)
            }
            _ => {
                let mut body = vec![next];
                body.extend(removes);
                body.extend(self.block(inner, most));
                Tree::block(format!("while ({iterator}.hasNext()) {{"), body)
            }
        }
    }

    fn on_key(&mut self, scope: &Scope) -> Tree {
        let key = self.expression(scope, Ty::Key);
        Tree::line(match self.choice.below(3) {
            0 => format!("{key}.put({});", self.choice.below(4)),
            1 => format!("{key}.drop();"),
            _ => format!("{key}.get();"),
        })
    }

    fn on_map(&mut self, scope: &Scope) -> Tree {
        let (map, name) = (
            self.expression(scope, Ty::Map),
            *self.choice.pick(&["a", "b", "c"]),
        );
        Tree::line(match self.choice.below(4) {
            0 => format!("{map}.remove(\"{name}\");"),
            1 => format!("{}.clear();", self.expression(scope, Ty::List)),
            _ => format!(
                "{map}.put(\"{name}\", {});",
                self.expression(scope, Ty::Res)
            ),
        })
    }

    /// An anonymous class that captures.
    fn local_class(&mut self, scope: &mut Scope) -> Tree {
        let (element, most) = (self.fresh(), self.inside(scope));
        let mut inner = scope.lambda().with(&element, Ty::Res);
        // Inside, `this` is another object.
        inner.vars.retain(|var| var.name != "this");
        let body = self.block(inner, most);
        let name = self.declare(scope, Ty::Task, true);
        let method =
            Tree::block(format!("@Override public void run(Res {element}) {{"), body).fixed();
        let class = Tree {
            tail: "};".to_owned(),
            ..Tree::key(format!("Task {name} = new Task() {{"), vec![method])
        };
        let call = Tree::line(format!("{name}.run({});", self.simple(scope)));
        Tree::group(vec![class, call])
    }
}
