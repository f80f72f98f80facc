//! Expressions, labels and patterns.

use super::Source;
use super::types::{PRIMITIVES, TYPE_NAMES};

const LITERALS: [&str; 20] = [
    "0",
    "1",
    "07",
    "0x1f",
    "1_000",
    "2147483647",
    "5L",
    "0xFFL",
    "1.5",
    ".5f",
    "1e-3",
    "1.",
    "'a'",
    "'\\n'",
    "'\\''",
    "\"s\"",
    "\"\\\"\"",
    "true",
    "false",
    "null",
];
const BINARY: [&str; 24] = [
    "+", "-", "+", "-", "+", "-", "*", "/", "%", "<<", ">>", ">>>", "<", ">", "<=", ">=", "==",
    "!=", "&", "|", "^", "&&", "||", "<",
];
const ASSIGNED: [&str; 12] = [
    "=", "=", "=", "+=", "-=", "*=", "/=", "%=", "&=", "<<=", ">>=", ">>>=",
];

impl Source {
    pub(super) fn expression(&mut self, depth: u32) {
        if depth == 0 {
            return self.operand();
        }
        match self.rng.u32(..20) {
            0 => self.assignment(depth - 1),
            1 => self.lambda(depth - 1),
            2 => {
                self.expression(depth - 1);
                self.put("?");
                self.expression(depth - 1);
                self.put(":");
                self.unary(depth - 1);
            }
            3 => {
                self.unary(depth - 1);
                self.put("instanceof");
                if self.patterns && self.one_in(2) {
                    self.pattern(1)
                } else {
                    self.annotation();
                    self.reference_type(1);
                    if self.one_in(2) {
                        self.name();
                    }
                }
            }
            4..=12 => {
                self.several(1, "", |s| {
                    s.unary(depth - 1);
                    s.pick(&BINARY);
                });
                self.unary(depth - 1);
            }
            _ => self.unary(depth),
        }
    }

    pub(super) fn operand(&mut self) {
        match self.rng.u32(..3) {
            0 => self.pick(&LITERALS),
            1 => self.name(),
            _ => self.qualified_name(),
        }
    }

    pub(super) fn unary(&mut self, depth: u32) {
        if depth == 0 {
            return self.operand();
        }
        match self.rng.u32(..16) {
            0 | 1 => self.pick(&["+", "-", "!", "~", "- -", "+ +"]),
            2 | 3 => return self.cast(depth - 1),
            4 => return self.increment(depth - 1),
            5..=7 => return self.in_parentheses(Self::qualified_name),
            8 if self.one_in(3) => return self.switch(depth - 1, true),
            9 => return self.pick(&LITERALS),
            _ => return self.primary(depth),
        }
        self.unary(depth - 1);
    }

    pub(super) fn increment(&mut self, depth: u32) {
        let sign = if self.rng.bool() { "++" } else { "--" };
        if self.rng.bool() {
            self.put(sign);
            self.variable(depth);
        } else {
            self.variable(depth);
            self.put(sign);
        }
    }

    pub(super) fn cast(&mut self, depth: u32) {
        if self.one_in(8) {
            self.in_parentheses(|s| s.several(2, "&", |s| s.reference_type(1)));
            return if self.one_in(2) {
                self.lambda(depth)
            } else {
                self.primary(depth)
            };
        }
        let is_primitive = self.one_in(3);
        self.in_parentheses(|s| {
            if is_primitive {
                s.pick(&PRIMITIVES)
            } else {
                s.annotation();
                s.reference_type(1);
            }
            s.dimensions();
        });
        if is_primitive {
            self.unary(depth)
        } else {
            self.pick(&["", "", "", "!", "~"]);
            self.primary(depth);
        }
    }

    /// Writes an expression that can be assigned to, without parentheses around it. The tree does
    /// not show where they were.
    pub(super) fn variable(&mut self, depth: u32) {
        match self.rng.u32(..6) {
            0 | 1 => self.name(),
            2 => self.qualified_name(),
            3 => self.pick(&["this . a", "A . this . b", "super . c", "A . super . a"]),
            4 => {
                self.qualified_name();
                self.put("[");
                self.expression(depth);
                self.put("]");
            }
            _ => {
                self.name();
                self.arguments(depth);
                self.put(". a");
            }
        }
    }

    pub(super) fn arguments(&mut self, depth: u32) {
        self.in_parentheses(|s| s.several(0, ",", |s| s.expression(depth)));
    }

    pub(super) fn primary(&mut self, depth: u32) {
        if depth == 0 {
            return self.qualified_name();
        }
        match self.rng.u32(..18) {
            0 => self.qualified_name(),
            1 => self.pick(&[
                "this",
                "A . this",
                "super . a",
                "A . super . a",
                "A . B . this . c",
            ]),
            2 | 3 => {
                self.name();
                self.arguments(depth - 1);
            }
            4 => {
                self.pick(&["super", "A . super", "this"]);
                self.put(". a");
                self.arguments(depth - 1);
            }
            5 => self.creation(depth - 1),
            6 => self.new_array(depth - 1),
            7 => self.pick(&[
                "int . class",
                "A . class",
                "A [ ] . class",
                "a . B . class",
                "void . class",
                "int [ ] . class",
            ]),
            8 => self.method_reference(depth - 1),
            9..=11 => self.in_parentheses(|s| s.expression(depth - 1)),
            12 => {
                self.primary(depth - 1);
                self.put("[");
                self.expression(depth - 1);
                self.put("]");
            }
            13 => self.put("\"\"\"\n  x \"y\" \\\n  \"\"\""),
            _ => {
                self.primary(depth - 1);
                self.put(".");
                let is_generic = self.explicit_type_arguments();
                self.name();
                if is_generic || self.one_in(2) {
                    self.arguments(depth - 1);
                }
            }
        }
    }

    pub(super) fn assignment(&mut self, depth: u32) {
        self.variable(depth);
        self.pick(&ASSIGNED);
        self.expression(depth);
    }

    pub(super) fn lambda(&mut self, depth: u32) {
        match self.rng.u32(..4) {
            0 => self.name(),
            1 => self.in_parentheses(|s| s.several(0, ",", Self::name)),
            2 => self.in_parentheses(|s| s.several(1, ",", Self::parameter)),
            _ => self.put("( )"),
        }
        self.put("->");
        if self.one_in(3) {
            self.block(depth)
        } else {
            self.expression(depth)
        }
    }

    pub(super) fn method_reference(&mut self, depth: u32) {
        match self.rng.u32(..6) {
            0 => self.pick(&[
                "super",
                "A . super",
                "this",
                "int [ ]",
                "A [ ] [ ]",
                "A . this . b",
            ]),
            1 => self.primary(depth),
            2 => self.in_parentheses(|s| s.expression(depth)),
            _ => self.reference_type(2),
        }
        self.put("::");
        self.explicit_type_arguments();
        self.pick(&["a", "b", "new"]);
    }

    pub(super) fn creation(&mut self, depth: u32) {
        let is_inner = self.one_in(6);
        if is_inner {
            self.primary(depth);
            self.put(".");
        }
        self.put("new");
        self.explicit_type_arguments();
        self.annotation();
        if is_inner {
            self.put("A")
        } else {
            self.reference_type(0)
        }
        if self.one_in(4) {
            self.put("< >");
        }
        self.arguments(depth);
        if self.one_in(5) {
            self.class_body("", depth.min(1));
        }
    }

    pub(super) fn new_array(&mut self, depth: u32) {
        self.put("new");
        if self.one_in(2) {
            self.pick(&PRIMITIVES)
        } else {
            self.reference_type(0)
        }
        if self.one_in(3) {
            self.put("[ ]");
            self.dimensions();
            return self.array_initializer(depth);
        }
        self.put("[");
        self.expression(depth);
        self.put("]");
        self.dimensions();
    }

    pub(super) fn array_initializer(&mut self, depth: u32) {
        self.put("{");
        self.several(0, ",", |s| {
            if depth > 0 && s.one_in(5) {
                s.array_initializer(depth - 1)
            } else {
                s.expression(depth)
            }
        });
        if self.one_in(5) && self.tokens.last().is_some_and(|last| last != "{") {
            self.put(",");
        }
        self.put("}");
    }

    pub(super) fn switch(&mut self, depth: u32, is_value: bool) {
        self.put("switch");
        self.in_parentheses(|s| s.expression(depth));
        self.put("{");
        let arrow = self.one_in(2);
        self.several(1, "", |s| {
            if s.one_in(4) {
                s.put("default")
            } else {
                s.put("case");
                if s.patterns && s.one_in(2) {
                    s.pattern_label(depth)
                } else {
                    s.several(1, ",", Self::label)
                }
            }
            s.put(if arrow { "->" } else { ":" });
            match (arrow, s.rng.u32(..3)) {
                (true, 0) => {
                    s.put("throw");
                    s.primary(depth);
                    s.put(";");
                }
                (true, 1) => s.block(depth),
                (true, _) => {
                    let is_lambda = s.one_in(3);
                    if is_value && is_lambda {
                        s.lambda(depth);
                    } else if is_value {
                        s.expression(depth);
                    } else if is_lambda {
                        s.variable(0);
                        s.put("=");
                        s.lambda(depth);
                    } else {
                        s.assignment(depth);
                    }
                    s.put(";");
                }
                (false, 0) if is_value => {
                    s.put("yield");
                    s.expression(depth);
                    s.put(";");
                }
                (false, _) => s.several(0, "", |s| s.statement(depth)),
            }
        });
        self.put("}");
    }

    pub(super) fn label(&mut self) {
        match self.rng.u32(..6) {
            0 => {
                self.in_parentheses(Self::qualified_name);
                self.put("+ 1");
            }
            1 => self.put("( int ) - 1"),
            2 => self.put("- 1"),
            3 => self.qualified_name(),
            4 => self.name(),
            _ => self.pick(&LITERALS[..17]),
        }
    }

    pub(super) fn pattern_label(&mut self, depth: u32) {
        match self.rng.u32(..8) {
            0 => return self.pick(&["null", "null , default"]),
            1 => self.several(1, ",", |s| {
                s.record_type();
                s.put("( _ )");
            }),
            _ => self.pattern(2),
        }
        if self.one_in(2) {
            self.put("when");
            match self.rng.u32(..4) {
                0 => self.in_parentheses(Self::name),
                1 => self.name(),
                _ => self.primary(depth),
            }
        }
    }

    pub(super) fn record_type(&mut self) {
        self.several(1, ".", |s| s.pick(&TYPE_NAMES));
        if self.one_in(4) {
            self.type_arguments(0);
        }
    }

    pub(super) fn pattern(&mut self, depth: u32) {
        self.annotation();
        if depth > 0 && self.one_in(2) {
            self.record_type();
            self.in_parentheses(|s| {
                s.several(0, ",", |s| {
                    if s.one_in(6) {
                        s.put("_")
                    } else {
                        s.pattern(depth - 1)
                    }
                });
            });
        } else {
            self.pick(&["", "", "final"]);
            self.any_type();
            self.pick(&["a", "b", "_", "of"]);
        }
    }
}
