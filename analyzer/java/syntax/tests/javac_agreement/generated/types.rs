//! Types.

use super::Source;

pub(super) const PRIMITIVES: [&str; 8] = [
    "int", "long", "byte", "short", "char", "float", "double", "boolean",
];
pub(super) const TYPE_NAMES: [&str; 6] = ["a", "b", "A", "B", "x1", "of"];

impl Source {
    pub(super) fn annotation(&mut self) {
        if self.one_in(12) {
            self.put("@ X");
            if self.one_in(3) {
                self.in_parentheses(|s| s.expression(0));
            }
        }
    }

    pub(super) fn dimensions(&mut self) {
        while self.one_in(6) {
            self.put("[ ]");
        }
    }

    pub(super) fn reference_type(&mut self, depth: u32) {
        self.several(1, ".", |s| {
            s.pick(&TYPE_NAMES);
            if depth > 0 && s.one_in(5) {
                s.type_arguments(depth - 1);
            }
        });
    }

    pub(super) fn type_arguments(&mut self, depth: u32) {
        self.put("<");
        self.several(1, ",", |s| match s.rng.u32(..6) {
            0 => s.put("?"),
            1 => {
                s.put("?");
                s.pick(&["extends", "super"]);
                s.reference_type(depth);
            }
            2 => {
                s.pick(&PRIMITIVES);
                s.put("[ ]");
            }
            _ => s.reference_type(depth),
        });
        self.put(">");
    }

    /// Writes the type arguments of a call, at times. Returns whether there are any.
    pub(super) fn explicit_type_arguments(&mut self) -> bool {
        let are_there = self.one_in(8);
        if are_there {
            self.put("<");
            self.several(1, ",", |s| s.reference_type(0));
            self.put(">");
        }
        are_there
    }

    pub(super) fn any_type(&mut self) {
        if self.one_in(3) {
            self.pick(&PRIMITIVES)
        } else {
            self.reference_type(2)
        }
        self.dimensions();
    }
}
