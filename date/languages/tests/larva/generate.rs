//! Random scripts, in random layouts, of everything that a script can say.

use test_support::Random;

/// A script that can be read.
pub fn script(random: &mut Random) -> String {
    let mut writer = Writer {
        random,
        text: String::new(),
        events: Vec::new(),
        names: 0,
    };
    if writer.random.chance(50) {
        writer.say("IMPORTS { import app.T; import static app.Limits.*; }");
    }
    writer.say("GLOBAL {");
    writer.context(&[], 0);
    writer.say("}");
    if writer.random.chance(30) {
        writer.say("METHODS { int f(int n) { return n + 1; } %% }\n }");
    }
    writer.text
}

/// A key with its type.
type Key = (String, &'static str);

struct Writer<'r> {
    random: &'r mut Random,
    text: String,
    /// The events that transitions can name, of this context and those around it.
    events: Vec<String>,
    names: usize,
}

const CONDITIONS: [&str; 6] = [
    "n > 1",
    "n <= ::g",
    "a[n] == 3",
    "s.equals(\"]\\\\}\")",
    "f(n, '\\\\') && n != 0",
    "::g >= 2 || n % 2 == 0",
];
const ACTIONS: [&str; 6] = [
    "n++;",
    "::g = n; log(\"{\");",
    "if (n > 2) { n = 0; } else n--;",
    "n += 2",
    "s = \"x\"; // a ] here\n c.reset();",
    "ch.send(s); c.off();",
];
const UPON: [&str; 6] = [
    "",
    "uponReturning()",
    "uponReturning",
    "uponReturning(int r)",
    "uponThrowing(Failure x)",
    "uponHandling()",
];
const TIMEOUTS: [&str; 6] = ["c@5", "c@m1.5", "c@l250", "c@@", "c@%4", "c@ %l1500"];

impl Writer<'_> {
    fn say(&mut self, text: &str) {
        let gap = self
            .random
            .pick(&["\n", " ", "\n  ", " /* } */ ", " %% {\n", "\n\t"]);
        self.text.push_str(text);
        self.text.push_str(gap);
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn section(&mut self, name: &str) {
        let capitalised = name[..1].to_owned() + &name[1..].to_lowercase();
        let name = if self.random.chance(80) {
            name.to_owned()
        } else {
            capitalised
        };
        self.say(&name);
        self.say("{");
    }

    fn context(&mut self, keys: &[Key], depth: usize) {
        let known = self.events.len();
        self.section("VARIABLES");
        if depth == 0 {
            self.say("int g = 0; Channel ch;");
        }
        self.say("int n = 3, m; String s; final int[] a = {1, 2}; Clock c = new Clock();");
        self.say("}");
        self.section("EVENTS");
        for _ in 0..1 + self.random.below(4) {
            self.event(keys, known);
        }
        self.say("}");
        for _ in 0..self.random.below(3) {
            self.property();
        }
        if depth < 2 {
            for _ in 0..self.random.below(3) {
                self.foreach(keys, depth);
            }
        }
        self.events.truncate(known);
    }

    fn foreach(&mut self, keys: &[Key], depth: usize) {
        let mut inner = keys.to_vec();
        for _ in 0..1 + self.random.below(2) {
            let ty = self
                .random
                .pick(&["T", "app.User", "Map<K, List<V>>", "int[]"]);
            inner.push((self.name("k"), ty));
        }
        let header: Vec<String> = inner[keys.len()..]
            .iter()
            .map(|(name, ty)| format!("{ty} {name}"))
            .collect();
        self.say(&format!("FOREACH ({}) {{", header.join(", ")));
        self.context(&inner, depth + 1);
        self.say("}");
    }

    /// An event; those from number `known` on are of the same block.
    fn event(&mut self, keys: &[Key], known: usize) {
        let name = self.name("e");
        let header = self
            .random
            .pick(&["", "T t1", "T t1, int i", "int i", "i", "String w, T t1"]);
        let depth = self.random.below(3);
        let collection = self.collection(keys, known, depth);
        self.say(&format!("{name}({header}) = {collection}"));
        self.events.push(name);
    }

    fn collection(&mut self, keys: &[Key], known: usize, depth: usize) -> String {
        let mut alternatives = vec![self.alternative(keys, known, depth)];
        while self.random.chance(40) {
            alternatives.push(self.alternative(keys, known, depth));
        }
        let mut text = format!(
            "{{{}}}",
            alternatives.join(self.random.pick(&["|", " | ", "\n| "]))
        );
        if self.random.chance(30) {
            text += self
                .random
                .pick(&[" filter {t1 != null}", " filter { i > 0 && ::g < 9 }"]);
        }
        let assigned: Vec<String> = keys
            .iter()
            .map(|(name, ty)| format!("{name} = ({ty}) find(i);"))
            .collect();
        match self.random.below(5) {
            0 => text += &format!(" where {{ {} }}", assigned.join(" ")),
            1 => text += &format!(" where {{ i = 4; {} i = 5; }}", assigned.join(" ")),
            2 => text += " where i = 3;",
            3 => text += " where { if (t1 == null) return; int i = t1.size(); // }\n }",
            _ => {}
        }
        text
    }

    fn alternative(&mut self, keys: &[Key], known: usize, depth: usize) -> String {
        match self.random.below(8) {
            0 | 1 if depth > 0 => self.collection(keys, known, depth - 1),
            2 if known < self.events.len() => {
                let own = known + self.random.below(self.events.len() - known);
                format!(
                    "{}{}",
                    self.events[own],
                    self.random.pick(&["", "(t1)", "(*, _)"])
                )
            }
            3 => self.random.pick(&TIMEOUTS).to_owned(),
            4 => self
                .random
                .pick(&["ch.receive()", "ch.receive(String w)", "ch.receive(w)"])
                .to_owned(),
            _ => self.call(keys),
        }
    }

    fn call(&mut self, keys: &[Key]) -> String {
        let join = self.random.pick(&["", "call ", "execution ", ""]);
        let mut target = self
            .random
            .pick(&[
                "*",
                "T t1",
                "T *",
                "T+ t2",
                "a.b.T t3",
                "List<String>+ *",
                "T t1",
            ])
            .to_owned();
        if let Some((name, ty)) = keys.last().filter(|_| self.random.chance(20)) {
            target = format!("{ty} {name}");
        }
        let method = self.random.pick(&["m", "get*", "new", "*", "m2"]);
        let arguments = self.random.pick(&[
            "",
            "*",
            "*, int i",
            "T t1",
            "String *, *",
            "i",
            "Map<K, V> p, T *",
        ]);
        // No name twice in a pattern.
        let arguments = if target.ends_with(" t1") && arguments.ends_with(" t1") {
            "*"
        } else {
            arguments
        };
        let upon = self.random.pick(&UPON);
        let within = if self.random.chance(15) {
            " within (Desk d)"
        } else {
            ""
        };
        format!("{join}{target}.{method}({arguments}) {upon}{within}")
    }

    fn property(&mut self) {
        let name = self.name("p");
        self.say(&format!("PROPERTY {name} {{"));
        self.section("STATES");
        let mut states = Vec::new();
        for group in ["ACCEPTING", "BAD", "NORMAL", "STARTING"] {
            let count = if group == "STARTING" {
                1
            } else {
                self.random.below(3)
            };
            if count == 0 {
                continue;
            }
            self.section(group);
            for _ in 0..count {
                let state = self.name("q");
                let entry = if self.random.chance(25) {
                    format!(" {{ {}\n}}", self.random.pick(&ACTIONS))
                } else {
                    String::new()
                };
                self.say(&format!("{state}{entry}"));
                states.push(state);
            }
            self.say("}");
        }
        self.say("}");
        self.section("TRANSITIONS");
        for _ in 0..self.random.below(6) {
            let (from, to) = (
                self.random.below(states.len()),
                self.random.below(states.len()),
            );
            let event = self.events[self.random.below(self.events.len())].clone();
            let condition = if self.random.chance(50) {
                self.random.pick(&CONDITIONS)
            } else {
                ""
            };
            let label = if self.random.chance(50) {
                format!("{event}\\ {condition} \\ {}\n", self.random.pick(&ACTIONS))
            } else {
                format!("{event} (x) \\{condition}")
            };
            self.say(&format!("{} -> {} [{label}]", states[from], states[to]));
        }
        self.say("}");
        self.say("}");
    }
}
