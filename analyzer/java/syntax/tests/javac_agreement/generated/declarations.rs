//! Declarations.

use super::Source;

impl Source {
    pub(super) fn parameter(&mut self) {
        self.annotation();
        if self.one_in(6) {
            self.put("final");
        }
        self.any_type();
        self.name();
    }

    pub(super) fn parameters(&mut self) {
        self.in_parentheses(|s| s.several(0, ",", Self::parameter));
    }

    pub(super) fn type_parameters(&mut self) {
        if self.one_in(6) {
            self.put("< T");
            if self.one_in(2) {
                self.put("extends");
                self.several(1, "&", |s| s.reference_type(1));
            }
            self.put(">");
        }
    }

    pub(super) fn class(&mut self, name: &str, depth: u32) {
        self.pick(&["", "", "final", "abstract", "strictfp"]);
        self.put("class");
        self.put(name);
        self.type_parameters();
        if self.one_in(3) {
            self.put("extends");
            self.reference_type(1);
        }
        if self.one_in(3) {
            self.put("implements");
            self.several(1, ",", |s| s.reference_type(1));
        }
        self.class_body(name, depth);
    }

    pub(super) fn class_body(&mut self, name: &str, depth: u32) {
        self.put("{");
        self.several(1, "", |s| s.member(name, depth));
        self.put("}");
    }

    pub(super) fn member(&mut self, name: &str, depth: u32) {
        match self.rng.u32(..12) {
            0 => self.pick(&["static { a ( ) ; }", "{ b ++ ; }", ";"]),
            1 if !name.is_empty() => {
                self.put(name);
                self.parameters();
                self.put("{");
                self.pick(&["", "this ( a ) ;", "super ( ) ;", "a . super ( b ) ;"]);
                self.several(0, "", |s| s.statement(depth));
                self.put("}");
            }
            2 => self.other_type(depth),
            3..=5 => {
                self.annotation();
                self.pick(&["", "private", "static final", "volatile"]);
                self.any_type();
                self.several(1, ",", |s| s.declarator(depth + 2));
                self.put(";");
            }
            _ => {
                self.pick(&[
                    "",
                    "public",
                    "private static",
                    "protected final synchronized",
                ]);
                self.type_parameters();
                if self.one_in(2) {
                    self.put("void")
                } else {
                    self.any_type()
                }
                self.name();
                self.parameters();
                if self.one_in(5) {
                    self.put("throws");
                    self.several(1, ",", |s| s.reference_type(0));
                }
                self.block(depth + 1);
            }
        }
    }

    pub(super) fn other_type(&mut self, depth: u32) {
        match self.rng.u32(..4) {
            0 => {
                self.put("enum E { ");
                self.several(1, ",", |s| {
                    s.name();
                    if s.one_in(3) {
                        s.arguments(1);
                    }
                    if s.one_in(5) {
                        s.class_body("", 0);
                    }
                });
                self.put(";");
                self.member("E", depth.saturating_sub(1));
                self.put("}");
            }
            1 => {
                self.put("record R");
                self.type_parameters();
                self.in_parentheses(|s| {
                    s.several(0, ",", |s| {
                        s.any_type();
                        s.name();
                    });
                });
                self.pick(&["", "implements A"]);
                self.put("{");
                if self.one_in(2) {
                    self.put("R { a ( ) ; }");
                }
                self.put("}");
            }
            2 => {
                self.put("interface I {");
                self.pick(&[
                    "void a ( ) ;",
                    "default int a ( ) { return ( b ) - 1 ; }",
                    "static void a ( ) { }",
                    "int A = ( b . c ) + 1 ;",
                ]);
                self.put("}");
            }
            _ if depth > 0 => self.class("N", depth - 1),
            _ => self.put("@interface X { int a ( ) default 1 ; }"),
        }
    }
}
