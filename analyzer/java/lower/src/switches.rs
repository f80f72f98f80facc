//! Switch statements and expressions (JLS 14.11, 15.28): old and new form, over numbers, strings,
//! enums and patterns.
//!
//! The selector leads to any case; which value leads where is not kept. What a case still has to
//! decide (a guard, the inner parts of a record pattern) it decides at its start, where javac puts
//! the code too, and leads on to the later cases if that fails.

use std::sync::Arc;

use indexmap::IndexMap;
use ir::{BlockId, Constant, LocalId, Terminator};
use java_attribute::NameMeaning;
use java_syntax::ast::{Case, ExprId, Label, Pattern, StmtId, StmtKind, Switch};
use java_types::descriptor::{Primitive, Type};
use text::Span;

use crate::body::BodyLowering;
use crate::components::Shared;
use crate::jumps::YieldTarget;
use crate::scopes::{JumpTarget, Scope};
use crate::types;

/// The state that the cases share.
struct Cases<'a> {
    cases: &'a [Case],
    arrows: bool,
    selector: LocalId,
    /// The first block of each case.
    arms: Vec<BlockId>,
    /// The block for a selector that no case takes.
    rest: BlockId,
    /// Behind the switch.
    end: BlockId,
    /// A switch expression's value and its type.
    result: Option<(LocalId, Type)>,
}

impl<'a> BodyLowering<'_, 'a> {
    /// A switch statement.
    pub(crate) fn lower_switch(&mut self, switch: &'a Switch, span: Span) {
        let (cases, around) = self.dispatch(switch, None, span);
        self.scopes.push(Scope::Jump(JumpTarget {
            labels: Vec::new(),
            is_plain: true,
            end: cases.end,
            next: None,
        }));
        self.lower_cases(&cases);
        self.scopes.pop();
        self.shared = around;
        self.graph.start(cases.end);
    }

    /// A switch expression; its value.
    pub(crate) fn lower_switch_expression(
        &mut self,
        switch: &'a Switch,
        ty: &Type,
        span: Span,
    ) -> LocalId {
        let result = self.temporary(ty.clone());
        let (cases, around) = self.dispatch(switch, Some((result, ty.clone())), span);
        self.scopes.push(Scope::Yield {
            end: cases.end,
            result,
        });
        self.lower_cases(&cases);
        self.scopes.pop();
        self.shared = around;
        self.graph.start(cases.end);
        result
    }

    /// Evaluates the selector and leads to the cases; with what the cases of the switch around
    /// share.
    fn dispatch(
        &mut self,
        switch: &'a Switch,
        result: Option<(LocalId, Type)>,
        span: Span,
    ) -> (Cases<'a>, Shared) {
        let selector = self.expr(switch.selector);
        let selector = self.kept(selector);
        let arms: Vec<BlockId> = switch.cases.iter().map(|_| self.graph.block()).collect();
        let (rest, end) = (self.graph.block(), self.graph.block());
        let default = switch.cases.iter().position(|case| {
            case.labels
                .iter()
                .any(|label| matches!(label, Label::Default))
        });
        let is_exhaustive =
            result.is_some() || self.is_enhanced(&switch.cases, &self.type_of(selector));

        // A selector that fits no case leads to the default, to an exception, or behind the switch.
        let rest = match default {
            Some(position) => arms[position],
            None if is_exhaustive => rest,
            None => end,
        };
        let cases = Cases {
            cases: &switch.cases,
            arrows: switch.arrows,
            selector,
            arms,
            rest,
            end,
            result,
        };

        let around = self.share_components(&switch.cases, span);
        self.lead(&cases, self.tree().exprs[switch.selector].span);
        if default.is_none() && is_exhaustive {
            self.no_match(rest, span);
        }

        (cases, around)
    }

    fn lead(&mut self, cases: &Cases<'a>, span: Span) {
        let ty = self.type_of(cases.selector);
        self.initialize_switched(cases.cases, &ty);
        if self.is_enhanced(cases.cases, &ty) {
            self.lead_by_pattern(cases, span);
        } else if types::is_string(&ty) {
            self.lead_by_string(cases, span);
        } else if let Some(class) = ty.class_name().filter(|class| is_enum_like(class)) {
            let ordinal =
                self.inserted_on(cases.selector, class, "ordinal", "()I", Vec::new(), span);
            self.lead_anywhere(ordinal.unwrap_or(cases.selector), cases);
        } else {
            let value = self.as_primitive(cases.selector, span);
            self.lead_anywhere(value, cases);
        }
    }

    /// Compilers number the constants of an enum in a table, which asks the enum for them before
    /// the selector is looked at; the constants among the labels of other switches are found as
    /// these run.
    fn initialize_switched(&mut self, cases: &[Case], selector: &Type) {
        if !self.graph.is_live() {
            return;
        }
        let labels = cases.iter().flat_map(|case| &case.labels);
        let constants = labels.filter_map(|label| match label {
            Label::Constant(constant) => self.enum_of_constant(*constant).cloned(),
            Label::Pattern(_) | Label::Null | Label::Default => None,
        });
        let of_selector = selector
            .class_name()
            .filter(|class| is_enum_like(class) && !types::is_string(selector));
        let found: Vec<Arc<str>> = constants.chain(of_selector.cloned()).collect();
        self.switched.extend(found);
    }

    /// The enum whose constant a label names.
    fn enum_of_constant(&self, label: ExprId) -> Option<&Arc<str>> {
        match self.facts().names.get(&label)? {
            NameMeaning::Field {
                declared_in,
                ty: Type::Class(class),
                ..
            } if class == declared_in => Some(class),
            _ => None,
        }
    }

    /// Returns whether a switch must be exhaustive even as a statement (JLS 14.11.2): it has
    /// patterns, `null`, or constants of enums that are not the selector's type.
    fn is_enhanced(&self, cases: &[Case], selector: &Type) -> bool {
        let mut labels = cases.iter().flat_map(|case| &case.labels);
        cases.iter().any(|case| case.guard.is_some())
            || labels.any(|label| match label {
                Label::Pattern(_) | Label::Null => true,
                Label::Constant(constant) => self.is_constant_of_subtype(*constant, selector),
                Label::Default => false,
            })
    }

    /// Returns whether a label names an enum's constant where the selector's type is an interface
    /// of that enum.
    fn is_constant_of_subtype(&self, label: ExprId, selector: &Type) -> bool {
        self.enum_of_constant(label).is_some_and(|class| {
            selector
                .class_name()
                .is_some_and(|selector| selector != class)
        })
    }

    fn lead_anywhere(&mut self, value: LocalId, cases: &Cases<'a>) {
        let targets = cases.arms.iter().copied().chain([cases.rest]).collect();
        self.graph.switch(value, targets);
    }

    fn lead_by_pattern(&mut self, cases: &Cases<'a>, span: Span) {
        let takes_null = cases
            .cases
            .iter()
            .flat_map(|case| &case.labels)
            .any(|label| matches!(label, Label::Null));
        if !takes_null && self.type_of(cases.selector).is_reference() {
            self.require_not_null(cases.selector, span);
        }
        self.lead_anywhere(cases.selector, cases);
    }

    /// A switch over strings asks for the hash code, then compares with each string that has it.
    fn lead_by_string(&mut self, cases: &Cases<'a>, span: Span) {
        // Without cases, javac only tests the selector for null.
        if cases.cases.is_empty() {
            self.require_not_null(cases.selector, span);
            return self.graph.goto(cases.rest);
        }

        let hash = self.inserted_on(
            cases.selector,
            types::STRING,
            "hashCode",
            "()I",
            Vec::new(),
            span,
        );
        let groups = self.strings_by_hash(cases);
        let blocks: Vec<BlockId> = groups.iter().map(|_| self.graph.block()).collect();

        let targets = blocks
            .iter()
            .copied()
            .chain(self.unknown_arms(cases))
            .chain([cases.rest])
            .collect();
        self.graph.switch(hash.unwrap_or(cases.selector), targets);

        for (block, (_, strings)) in blocks.into_iter().zip(groups) {
            self.graph.start(block);
            for (text, arm) in strings {
                let next = self.graph.block();
                let text = self.constant(Constant::Str(text), types::string(), span);
                let descriptor = "(Ljava/lang/Object;)Z";
                let equals = self.inserted_on(
                    cases.selector,
                    types::STRING,
                    "equals",
                    descriptor,
                    vec![text],
                    span,
                );
                self.graph
                    .branch(equals.unwrap_or(cases.selector), arm, next);
                self.graph.start(next);
            }
            self.graph.goto(cases.rest);
        }
    }

    /// The strings of the labels with the cases they lead to, by hash code, in order of first
    /// appearance.
    fn strings_by_hash(&self, cases: &Cases<'a>) -> IndexMap<i32, Vec<(Arc<str>, BlockId)>> {
        let mut groups: IndexMap<i32, Vec<_>> = IndexMap::new();
        for (case, &arm) in cases.cases.iter().zip(&cases.arms) {
            for label in &case.labels {
                if let Some(text) = self.label_text(label) {
                    groups
                        .entry(string_hash(&text))
                        .or_default()
                        .push((text, arm));
                }
            }
        }
        groups
    }

    /// The string of a constant label, if attribution knows it.
    fn label_text(&self, label: &Label) -> Option<Arc<str>> {
        let Label::Constant(id) = label else {
            return None;
        };
        match self.facts().exprs.get(*id)?.constant.as_ref()? {
            Constant::Str(text) => Some(text.clone()),
            _ => None,
        }
    }

    /// Cases with a label whose string is not known: any string may lead there.
    fn unknown_arms(&self, cases: &Cases<'a>) -> Vec<BlockId> {
        let is_unknown =
            |label: &Label| matches!(label, Label::Constant(_)) && self.label_text(label).is_none();
        let arms = cases.cases.iter().zip(&cases.arms);
        arms.filter(|(case, _)| case.labels.iter().any(is_unknown))
            .map(|(_, &arm)| arm)
            .collect()
    }

    /// No case takes the selector: only possible where classes changed since they were compiled
    /// (JLS 14.11.3, 15.28.2).
    fn no_match(&mut self, block: BlockId, span: Span) {
        self.graph.start(block);
        let exception = self.match_failure(span);
        self.graph.end(Terminator::Throw(exception));
    }

    fn lower_cases(&mut self, cases: &Cases<'a>) {
        for (position, case) in cases.cases.iter().enumerate() {
            self.graph.start(cases.arms[position]);
            self.enter_case(cases, position, case);
            if cases.arrows {
                self.arrow_body(cases, case)
            } else {
                case.body.iter().for_each(|&statement| self.stmt(statement))
            }
        }
        self.graph.goto(cases.end);
    }

    /// Decides the rest of a case; later cases are tried where that fails.
    fn enter_case(&mut self, cases: &Cases<'a>, position: usize, case: &'a Case) {
        if case.guard.is_none() && patterns(case).next().is_none() {
            return;
        }

        let (bound, entered, failed) = (self.graph.block(), self.graph.block(), self.graph.block());
        let ways: Vec<BlockId> = patterns(case).map(|_| self.graph.block()).collect();
        let has_other_label = patterns(case).count() < case.labels.len();
        let all = ways
            .iter()
            .copied()
            .chain(has_other_label.then_some(bound))
            .collect();
        self.graph.switch(cases.selector, all);

        for (way, pattern) in ways.into_iter().zip(patterns(case)) {
            self.graph.start(way);
            self.match_case(cases.selector, pattern, bound, failed);
        }

        self.graph.start(bound);
        match case.guard {
            Some(guard) => self.condition(guard, entered, failed),
            None => self.graph.goto(entered),
        }
        self.graph.start(failed);
        // If the guard or an inner pattern fails, a later case may fit.
        let later = cases.arms[position + 1..]
            .iter()
            .copied()
            .chain([cases.rest])
            .collect();
        self.graph.switch(cases.selector, later);

        self.graph.start(entered);
    }

    /// The one statement behind an arrow; an expression is the value in a switch expression.
    fn arrow_body(&mut self, cases: &Cases<'a>, case: &'a Case) {
        for &statement in &case.body {
            match (&self.tree().stmts[statement].kind, &cases.result) {
                (&StmtKind::Expr(value), Some(_)) => self.lower_yield(value),
                _ => self.arrow_statement(statement, cases.end),
            }
        }
    }

    fn arrow_statement(&mut self, statement: StmtId, end: BlockId) {
        self.stmt(statement);
        self.graph.goto(end);
    }

    /// `yield value`.
    pub(crate) fn lower_yield(&mut self, value: ExprId) {
        let span = self.tree().exprs[value].span;
        let Some(YieldTarget { depth, end, result }) = self.find_yield() else {
            return self.unknown_effect(span, "`yield` outside of a switch expression");
        };
        let value = self.expr(value);
        let value = self.coerced(value, &self.type_of(result), span);
        self.assign_fresh(result, value, span);
        self.leave_scopes(depth, Terminator::Goto(end));
    }
}

/// Returns whether a class that is switched on, and is no string, must be an enum.
fn is_enum_like(class: &str) -> bool {
    class != "java/lang/Object" && Primitive::from_wrapper(class).is_none()
}

/// The patterns among a case's labels; any of them can match.
fn patterns(case: &Case) -> impl Iterator<Item = &Pattern> {
    case.labels.iter().filter_map(|label| match label {
        Label::Pattern(pattern) => Some(pattern),
        Label::Constant(_) | Label::Null | Label::Default => None,
    })
}

/// `String.hashCode`, which the Java platform specifies.
fn string_hash(text: &str) -> i32 {
    text.encode_utf16().fold(0i32, |hash, unit| {
        hash.wrapping_mul(31).wrapping_add(unit.into())
    })
}
