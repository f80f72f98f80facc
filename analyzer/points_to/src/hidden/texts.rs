//! Which strings a local may hold: constants, followed backwards through copies, fields,
//! parameters, results and concatenations, also with parts that are not known.

use java_types::Spelling;
use std::collections::BTreeSet;
use std::sync::Arc;

use ir::{ArithmeticKind, CallSiteId, Constant, FieldId, LocalId, StatementKind};
use java_types::descriptor::Type;

use super::index::{Index, Use};
use super::outside::Outside;
use super::text::Text;
use crate::node::Variable;

/// Texts; `None` where nothing is known of some.
type Found = Option<BTreeSet<Text>>;

/// Strings; `None` where some are not known.
pub(super) type Texts = Option<BTreeSet<Arc<str>>>;

/// How many values and steps are followed before nothing is known: far above what programs that
/// name classes need.
const VALUES: usize = 64;
const STEPS: usize = 4096;

/// One question.
pub(super) struct TextSearch<'i, 'p> {
    index: &'i Index<'p>,
    outside: &'i Outside<'i>,
    /// The variables that are asked for, from the first one to the current one.
    path: Vec<Variable>,
    steps: usize,
}

impl<'i, 'p> TextSearch<'i, 'p> {
    /// The strings that a variable may hold, null apart. Nothing is known of one that depends on
    /// itself.
    pub fn texts(index: &'i Index<'p>, outside: &'i Outside<'i>, variable: Variable) -> Texts {
        let found = TextSearch::parts(index, outside, variable)?;
        found.into_iter().map(Text::whole).collect()
    }

    /// The texts that a variable may hold, null apart; some may be known in part.
    pub fn parts(index: &'i Index<'p>, outside: &'i Outside<'i>, variable: Variable) -> Found {
        TextSearch {
            index,
            outside,
            path: Vec::new(),
            steps: 0,
        }
        .of(variable)
    }

    fn of(&mut self, variable: Variable) -> Found {
        self.steps += 1;
        if self.steps > STEPS || self.path.contains(&variable) {
            return None;
        }
        self.path.push(variable);
        let found = self.of_new(variable);
        self.path.pop();
        found.filter(|texts| texts.len() <= VALUES)
    }

    fn of_new(&mut self, variable: Variable) -> Found {
        let Variable { method, local } = variable;
        let body = self.index.program.methods[method].body.as_ref()?;
        let locals = self.index.locals(method);
        let mut all = match body
            .parameters
            .iter()
            .position(|&parameter| parameter == local)
        {
            Some(position) => self.of_parameter(variable, position)?,
            None if locals.definitions(local).is_empty() => return None,
            None => BTreeSet::new(),
        };

        for definition in locals.definitions(local) {
            all.extend(self.of_definition(variable, definition)?);
        }

        Some(all)
    }

    fn of_definition(&mut self, target: Variable, definition: &StatementKind) -> Found {
        let method = target.method;
        match definition {
            StatementKind::Constant {
                value: Constant::Str(text),
                ..
            } => Some(BTreeSet::from([Text::Whole(text.clone())])),
            StatementKind::Constant {
                value: Constant::Null,
                ..
            } => Some(BTreeSet::new()),
            StatementKind::Assign { source, .. } | StatementKind::Cast { source, .. } => {
                self.of(Variable::new(method, *source))
            }
            StatementKind::Load { field, .. } => self.of_field(field.field?),
            StatementKind::Compute {
                kind: ArithmeticKind::Add,
                operands,
                ..
            } if self.is_text(target) => self.of_parts(method, operands),
            StatementKind::ArrayLoad { array, .. } => {
                self.of_elements(Variable::new(method, *array))
            }
            StatementKind::Call(site) => self.of_result(*site),
            _ => None,
        }
    }

    /// Returns what the callers pass, or the enclosing method where the parameter holds a captured
    /// value.
    fn of_parameter(&mut self, variable: Variable, position: usize) -> Found {
        let Variable { method, local } = variable;
        let first = self.index.dispatch.first_argument(method);
        if self.index.is_functional(method)
            || position < first
            || self.outside.is_called(self.index, method)
        {
            return None;
        }
        let mut all = BTreeSet::new();

        for &site in self.outside.calls.callers(method) {
            let call = &self.index.program.calls[site];
            debug_assert_eq!(
                self.index.parameter(method, Some(position - first)),
                Some(local)
            );
            all.extend(self.of(Variable::new(
                call.method,
                *call.arguments.get(position - first)?,
            ))?);
        }

        Some(all)
    }

    fn of_field(&mut self, field: FieldId) -> Found {
        if self.outside.accesses(self.index, field) {
            return None;
        }
        let mut all = self.constant_of(field)?;
        for stored in self.outside.stores(self.index, field) {
            all.extend(self.of(stored)?);
        }
        Some(all)
    }

    /// The value of a constant variable (JLS 4.12.4), which no statement assigns.
    fn constant_of(&self, field: FieldId) -> Found {
        let declared = &self.index.program.fields[field];
        let info = self.index.program.classes[declared.class]
            .info
            .field(&declared.name);
        match info.and_then(|info| info.constant.as_ref()) {
            Some(java_types::class_info::Constant::Str(text)) => {
                Some(BTreeSet::from([Text::Whole(text.clone())]))
            }
            Some(java_types::class_info::Constant::SomeStr) => None,
            _ => Some(BTreeSet::new()),
        }
    }

    /// Every concatenation of the values of the parts, each of which may be null.
    fn of_parts(&mut self, method: ir::MethodId, parts: &[LocalId]) -> Found {
        let mut all = BTreeSet::from([Text::Whole(Arc::from(""))]);
        for &part in parts {
            let ends = self.of_part(Variable::new(method, part));
            let joined = all
                .iter()
                .flat_map(|text| ends.iter().map(move |end| text.joined(end)));
            all = joined.collect();
            if all.len() > VALUES {
                return None;
            }
        }

        Some(all).filter(|all| !all.iter().any(Text::is_unknown))
    }

    /// Returns what a part of a concatenation may be.
    fn of_part(&mut self, part: Variable) -> BTreeSet<Text> {
        let found = self.is_text(part).then(|| self.of(part)).flatten();
        match found {
            Some(mut texts) => {
                texts.insert(Text::Whole(Arc::from("null")));
                texts
            }
            None => BTreeSet::from([Text::unknown()]),
        }
    }

    /// Returns what is stored in an array that is only stored to and read here.
    fn of_elements(&mut self, variable: Variable) -> Found {
        let Variable {
            method,
            local: array,
        } = variable;
        let locals = self.index.locals(method);
        let [StatementKind::Allocate { .. } | StatementKind::Assign { .. }] =
            locals.definitions(array)[..]
        else {
            return None;
        };

        if let [StatementKind::Assign { source, .. }] = locals.definitions(array)[..] {
            return self
                .of_elements(Variable::new(method, *source))
                .filter(|_| self.is_only_read(&locals, array));
        }

        let mut all = BTreeSet::new();
        for used in locals.uses(array) {
            match used {
                Use::Statement(StatementKind::ArrayStore {
                    array: to, source, ..
                }) if *to == array => {
                    all.extend(self.of(Variable::new(method, *source))?);
                }
                Use::Statement(StatementKind::Assign { target, .. })
                    if self.is_only_read(&locals, *target) => {}
                Use::Statement(StatementKind::ArrayLoad { .. } | StatementKind::Compute { .. }) => {
                }
                Use::Statement(_) | Use::Return | Use::Throw => return None,
            }
        }

        Some(all)
    }

    fn is_only_read(&self, locals: &super::index::Locals<'_>, array: LocalId) -> bool {
        let reads = |used: &Use<'_>| {
            matches!(
                used,
                Use::Statement(StatementKind::ArrayLoad { .. } | StatementKind::Compute { .. })
            )
        };
        locals.uses(array).iter().all(reads)
    }

    fn of_result(&mut self, site: CallSiteId) -> Found {
        let call = &self.index.program.calls[site];
        let [callee] = call.target.named() else {
            return None;
        };
        match (&*callee.owner, &*callee.name) {
            ("java/lang/Class", "getName" | "getTypeName") => {
                return self.name_of(Variable::new(call.method, call.receiver?));
            }
            ("java/lang/String", "toString" | "intern") => {
                return self.of(Variable::new(call.method, call.receiver?));
            }
            ("java/lang/String", "concat") => {
                return self.of_parts(call.method, &[call.receiver?, *call.arguments.first()?]);
            }
            _ => {}
        }
        let mut all = BTreeSet::new();
        for returned in self.outside.returned(self.index, site)? {
            all.extend(self.of(returned)?);
        }
        Some(all)
    }

    /// The name of a class that is written as a literal.
    fn name_of(&self, variable: Variable) -> Found {
        let Variable { method, local } = variable;
        let locals = self.index.locals(method);
        match locals.definitions(local)[..] {
            [
                StatementKind::Constant {
                    value: Constant::Class(Type::Class(name)),
                    ..
                },
            ] => Some(BTreeSet::from([Text::Whole(Arc::from(name.to_binary()))])),
            _ => None,
        }
    }

    fn is_text(&self, variable: Variable) -> bool {
        &*self.index.class_of(variable) == "java/lang/String"
    }
}
