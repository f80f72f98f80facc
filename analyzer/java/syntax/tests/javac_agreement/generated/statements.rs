//! Statements.

use super::Source;

impl Source {
    pub(super) fn block(&mut self, depth: u32) {
        self.put("{");
        self.several(1, "", |s| s.statement(depth));
        self.put("}");
    }

    pub(super) fn statement(&mut self, depth: u32) {
        let below = depth.saturating_sub(1);
        if depth == 0 {
            return self.simple_statement(1);
        }
        match self.rng.u32(..24) {
            0 => self.conditional_statement(below),
            1 => self.loop_statement(below),
            2 => self.switch(below, false),
            3 => self.try_statement(below),
            4 => {
                self.put("synchronized");
                self.in_parentheses(|s| s.expression(below));
                self.block(below);
            }
            5 => {
                self.pick(&["a :", "b :"]);
                self.controlled_statement(below);
            }
            6 => self.block(below),
            7 if self.one_in(3) => self.class("L", below.min(1)),
            _ => self.simple_statement(depth + 1),
        }
    }

    /// Writes a statement that can run under a condition or again and again: no declaration.
    pub(super) fn controlled_statement(&mut self, depth: u32) {
        match self.rng.u32(..4) {
            0 => self.block(depth),
            1 => self.put(";"),
            2 if depth > 0 => self.conditional_statement(depth - 1),
            _ => {
                self.assignment(depth);
                self.put(";");
            }
        }
    }

    pub(super) fn simple_statement(&mut self, depth: u32) {
        match self.rng.u32(..16) {
            0..=3 => {
                self.annotation();
                if self.one_in(8) {
                    self.put("final");
                }
                self.any_type();
                self.several(1, ",", |s| s.declarator(depth));
            }
            4 => {
                self.put("var a =");
                self.expression(depth);
            }
            5 => {
                self.put("return");
                if !self.one_in(4) {
                    self.expression(depth);
                }
            }
            6 => {
                self.put("throw");
                self.expression(depth);
            }
            7 => self.pick(&["break", "continue", "break a", "continue b", ""]),
            8 => {
                self.put("assert");
                self.expression(depth);
                if self.one_in(3) {
                    self.put(":");
                    self.expression(depth);
                }
            }
            9 | 10 => self.increment(depth),
            11..=13 => self.assignment(depth),
            _ => {
                self.primary(1);
                self.put(".");
                self.name();
                self.arguments(depth);
            }
        }
        self.put(";");
    }

    pub(super) fn declarator(&mut self, depth: u32) {
        self.name();
        self.dimensions();
        if self.one_in(5) {
            self.put("=");
            return self.array_initializer(depth.min(1));
        }
        if !self.one_in(4) {
            self.put("=");
            self.expression(depth);
        }
    }

    pub(super) fn conditional_statement(&mut self, depth: u32) {
        self.put("if");
        self.in_parentheses(|s| s.expression(depth + 1));
        self.controlled_statement(depth);
        if self.one_in(2) {
            self.put("else");
            self.controlled_statement(depth);
        }
    }

    pub(super) fn loop_statement(&mut self, depth: u32) {
        match self.rng.u32(..4) {
            0 => {
                self.put("while");
                self.in_parentheses(|s| s.expression(depth + 1));
            }
            1 => {
                self.put("do");
                self.controlled_statement(depth);
                self.put("while");
                self.in_parentheses(|s| s.expression(depth + 1));
                return self.put(";");
            }
            2 => {
                self.put("for (");
                self.parameter();
                self.put(":");
                self.expression(depth + 1);
                self.put(")");
            }
            _ => {
                self.put("for (");
                match self.rng.u32(..3) {
                    0 => {
                        self.any_type();
                        self.several(1, ",", |s| s.declarator(depth));
                    }
                    1 => self.several(1, ",", |s| s.assignment(depth)),
                    _ => {}
                }
                self.put(";");
                if self.one_in(2) {
                    self.expression(depth + 1);
                }
                self.put(";");
                if self.one_in(2) {
                    self.several(1, ",", |s| s.assignment(depth));
                }
                self.put(")");
            }
        }
        self.controlled_statement(depth);
    }

    pub(super) fn try_statement(&mut self, depth: u32) {
        self.put("try");
        if self.one_in(3) {
            self.in_parentheses(|s| {
                s.several(1, ";", |s| {
                    if s.one_in(3) {
                        s.qualified_name()
                    } else {
                        s.any_type();
                        s.put("a =");
                        s.expression(depth);
                    }
                });
            });
        }
        self.block(depth);
        self.several(1, "", |s| {
            s.put("catch (");
            s.several(1, "|", |s| {
                s.annotation();
                s.reference_type(0);
            });
            s.put("a )");
            s.block(depth);
        });
        if self.one_in(3) {
            self.put("finally");
            self.block(depth);
        }
    }
}
