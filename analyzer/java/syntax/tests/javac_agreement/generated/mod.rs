//! Random Java sources. They need not have a meaning, nor even be Java: javac's parser says which
//! are.

mod declarations;
mod expressions;
mod statements;
mod types;

use fastrand::Rng;

/// The source of the class `S`, always the same for a seed; `patterns` are those of Java 21.
pub fn source(seed: u64, patterns: bool) -> String {
    let mut source = Source {
        rng: Rng::with_seed(seed),
        patterns,
        tokens: Vec::new(),
    };
    source.class("S", 2);
    source.text()
}

const NAMES: [&str; 9] = ["a", "b", "c", "A", "B", "x1", "record", "of", "when"];

struct Source {
    rng: Rng,
    patterns: bool,
    tokens: Vec<String>,
}

impl Source {
    fn put(&mut self, tokens: &str) {
        self.tokens.extend(
            tokens
                .split(' ')
                .filter(|token| !token.is_empty())
                .map(str::to_owned),
        );
    }

    fn one_in(&mut self, n: u32) -> bool {
        self.rng.u32(..n) == 0
    }

    fn pick(&mut self, among: &[&str]) {
        let picked = among[self.rng.usize(..among.len())];
        self.put(picked);
    }

    fn name(&mut self) {
        self.pick(&NAMES);
    }

    /// `item`, `least` times or a few times more, with `separator` between.
    fn several(&mut self, least: u32, separator: &str, mut item: impl FnMut(&mut Self)) {
        let count = least + [0, 0, 1, 1, 2][self.rng.usize(..5)];
        for at in 0..count {
            if at > 0 {
                self.put(separator);
            }
            item(self);
        }
    }

    fn qualified_name(&mut self) {
        self.several(1, ".", Self::name);
    }

    fn in_parentheses(&mut self, inside: impl FnOnce(&mut Self)) {
        self.put("(");
        inside(self);
        self.put(")");
    }

    /// The tokens with blanks, line ends and comments between, where tokens have to be told apart
    /// or by chance.
    fn text(mut self) -> String {
        let mut text = String::new();
        for token in std::mem::take(&mut self.tokens) {
            let before = text.chars().next_back().unwrap_or(' ');
            let first = token.chars().next().unwrap_or(' ');
            let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '"' | '\'');
            let is_sign = |c: char| "+-*/%<>=&|^!~?:@".contains(c);
            let tells_apart =
                is_word(before) && is_word(first) || is_sign(before) && is_sign(first);
            match self.rng.u32(..24) {
                0 => text.push_str(" /* a ; */ "),
                1 => text.push_str(" // \"x\n"),
                2 => text.push('\n'),
                3..=12 => text.push(' '),
                _ if tells_apart => text.push(' '),
                _ => {}
            }
            text.push_str(&token);
        }
        text
    }
}
