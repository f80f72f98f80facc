//! Text as a tree, so that a generator can write it and a shrinker can take it apart without
//! knowing its language.

/// A line with what belongs to it: a block of Java with its braces, or a key of YAML with what is
/// indented below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    /// The line itself; empty for a sequence that belongs together.
    pub head: String,
    /// The lines inside, one step further in.
    pub body: Vec<Tree>,
    /// The line behind the body; empty for none.
    pub tail: String,
    /// True if a smaller text may be made by taking it out.
    pub removable: bool,
}

impl Tree {
    /// A line.
    pub fn line(text: impl Into<String>) -> Self {
        Tree {
            head: text.into(),
            body: Vec::new(),
            tail: String::new(),
            removable: true,
        }
    }

    /// A line with a body below it and nothing behind it.
    pub fn key(head: impl Into<String>, body: Vec<Tree>) -> Self {
        Tree {
            body,
            ..Tree::line(head)
        }
    }

    /// `head` with a body and `}`.
    pub fn block(head: impl Into<String>, body: Vec<Tree>) -> Self {
        Tree {
            tail: "}".to_owned(),
            ..Tree::key(head, body)
        }
    }

    /// Trees that belong together: `if` with its `else`, a declaration with what needs it.
    pub fn group(body: Vec<Tree>) -> Self {
        Tree::key("", body)
    }

    /// The same, to be kept as it is.
    pub fn fixed(self) -> Self {
        Tree {
            removable: false,
            ..self
        }
    }

    /// The text, indented.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.append(&mut text, 0);
        text
    }

    fn append(&self, text: &mut String, depth: usize) {
        let line = |line: &str, text: &mut String| {
            if !line.is_empty() {
                text.push_str(&format!("{:1$}{line}\n", "", depth * 4));
            }
        };
        line(&self.head, text);
        let inner = if self.head.is_empty() {
            depth
        } else {
            depth + 1
        };
        self.body.iter().for_each(|tree| tree.append(text, inner));
        line(&self.tail, text);
    }

    /// The number of trees in it, itself included.
    pub fn size(&self) -> usize {
        1 + self.body.iter().map(Tree::size).sum::<usize>()
    }

    /// The tree without its `n`-th part (from 0, parts before what is inside them), or with what is
    /// inside the part in its place; `None` where that changes nothing that may be changed.
    pub fn without(&self, n: usize, keep_body: bool) -> Option<Tree> {
        let mut tree = self.clone();
        remove(&mut tree.body, &mut { n }, keep_body).then_some(tree)
    }
}

fn remove(trees: &mut Vec<Tree>, n: &mut usize, keep_body: bool) -> bool {
    for at in 0..trees.len() {
        if *n == 0 {
            if !trees[at].removable || (keep_body && trees[at].body.is_empty()) {
                return false;
            }
            let body = std::mem::take(&mut trees[at].body);
            trees.splice(at..=at, body.into_iter().filter(|_| keep_body));
            return true;
        }
        *n -= 1;
        let size = trees[at].size() - 1;
        if *n < size {
            return remove(&mut trees[at].body, n, keep_body);
        }
        *n -= size;
    }
    false
}
