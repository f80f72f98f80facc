//! From a run to the trace that the reference interpreter judges.

use date::code::{Assigned, Body, Code as Java, Expr, JavaType, Object, Stmt, Value as Recordable};
use date::model::When;
use date::model::{ArgumentPattern, Binding, Specification};
use ir::Program;
use java_patterns::{PointMatch, Test};
use java_types::descriptor::{MethodDescriptor, Primitive, Type};
use reference::trace::{Happening, Line, Recorded, Subject, Trace};
use text::Span;

use crate::hooks::{Hook, Hooks};
use crate::machine::{Code, Join, Place, Run, Value};

/// The events that a specification hears of a run under full monitoring: the line, and the hook
/// that raises each.
pub type Heard<'h, 's> = Vec<(Line, &'h Hook<'s>)>;

/// All that hooks make of the join points of a run. What is heard takes a millisecond.
pub fn heard<'h, 's>(
    code: &Code<'_>,
    run: &Run,
    specification: &Specification,
    hooks: &'h Hooks<'s>,
) -> Heard<'h, 's> {
    let reader = Reader { code, run };
    let mut heard = Vec::new();
    for join in &run.joins {
        for hook in hooks
            .get(&join.place)
            .into_iter()
            .flatten()
            .filter(|hook| hook.when == join.when)
        {
            let wheres = &specification.events[hook.event].alternatives[hook.alternative].wheres;
            let read =
                |recorded: Vec<Recorded>| Some([recorded, reader.read(join, wheres)?].concat());
            if let Some(recorded) = reader.recorded(join, hook).and_then(read) {
                let name = specification.events[hook.event].name.clone();
                let happening = Happening::Event {
                    name,
                    alternative: Some(hook.alternative),
                    recorded,
                };
                let span = Span {
                    line: heard.len() as u32 + 1,
                    ..Span::default()
                };
                let place = Some(reader.place(join.place));
                let time = Some(u64::from(span.line));
                heard.push((
                    Line {
                        time,
                        passage: None,
                        happening,
                        place,
                        thread: None,
                        span,
                    },
                    hook,
                ));
            }
        }
    }
    heard
}

/// Lines as a trace.
pub fn trace(lines: Vec<Line>) -> Trace {
    Trace {
        file: "run".to_owned(),
        text: String::new(),
        classes: Vec::new(),
        lines,
    }
}

struct Reader<'r, 'p> {
    code: &'r Code<'p>,
    run: &'r Run,
}

impl Reader<'_, '_> {
    fn program(&self) -> &Program {
        self.code.program
    }

    fn place(&self, place: Place) -> String {
        let program = self.program();
        let (file, line) = match place {
            Place::Call(site) => {
                let point = &program.points[program.calls[site].point];
                (point.file, point.span.line)
            }
            Place::Body(method) => (
                program.classes[program.methods[method].class].file,
                program.methods[method].span.line,
            ),
            Place::Element(method, block, at) => {
                let read = program.methods[method].body.as_ref().expect("it reads");
                (
                    program.classes[program.methods[method].class].file,
                    read.blocks[block].statements[at].span.line,
                )
            }
        };
        let path = &program.files[file].path;
        format!("{}:{line}", path.rsplit('/').next().unwrap_or(path))
    }

    /// Returns the values that a hook binds at a join point; `None` where a test fails.
    fn recorded(&self, join: &Join, hook: &Hook<'_>) -> Option<Vec<Recorded>> {
        let PointMatch {
            target,
            arguments,
            caller,
            result,
            ..
        } = &hook.tests;
        let descriptor = self.descriptor(join.place);
        let is_constructor = self.is_constructor(join.place);
        let mut recorded = Vec::new();
        let mut bind =
            |binding: &Option<Binding>, value: Option<&Value>, test: &Test, ty: Option<&Type>| {
                let Some(binding) = binding else {
                    return Some(());
                };
                let value = value?;
                self.passes(value, test).then_some(())?;
                if binding.ty.is_some() {
                    recorded.push(self.record(binding, value, ty));
                }
                Some(())
            };
        let pattern = hook.pattern;
        if let (Place::Element(..), Some(array)) = (join.place, &join.receiver) {
            self.passes(array, target).then_some(())?;
        }
        bind(
            &pattern.target,
            join.receiver.as_ref().filter(|_| !is_constructor),
            target,
            None,
        )?;
        for (position, wanted) in pattern.arguments.iter() {
            let number = position.index(join.arguments.len())?;
            let (value, ty) = (
                join.arguments.get(number)?,
                descriptor.parameters.get(number),
            );
            match wanted {
                ArgumentPattern::Any => {}
                ArgumentPattern::Typed(_) => self.passes(value, &arguments[number]).then_some(())?,
                ArgumentPattern::Bound(binding) => {
                    bind(&Some(binding.clone()), Some(value), &arguments[number], ty)?;
                }
            }
        }
        bind(&pattern.caller, join.caller.as_ref(), caller, None)?;
        if let date::model::Moment::Returning(binding) | date::model::Moment::Throwing(binding) =
            &pattern.moment
        {
            let made = is_constructor && join.when == When::Returning;
            let value = if made { &join.receiver } else { &join.result };
            let ty = descriptor
                .result
                .as_ref()
                .filter(|_| join.when == When::Returning);
            bind(binding, value.as_ref(), result, ty)?;
        }
        Some(recorded)
    }

    /// Returns the values that the `where`s of a hook assign at a join point. Returns `None` where
    /// the receiver is `null`, and they throw.
    fn read(&self, join: &Join, wheres: &[Java]) -> Option<Vec<Recorded>> {
        let statements = wheres.iter().flat_map(|code| match &code.body {
            Body::Stmts(statements) => &**statements,
            Body::Expr(_) => &[],
        });
        let assigned = statements.map(|statement| {
            let (name, field) = field_read(statement);
            let read = join
                .fields
                .iter()
                .find(|(of, _)| *self.program().fields[*of].name == *field);
            let value = self.recordable(read.map_or(&Value::Null, |(_, value)| value), None);
            Recorded {
                subject: Subject::Name(name.to_owned()),
                value: Ok(value),
                span: Span::default(),
            }
        });
        let has_object = || matches!(join.receiver, Some(Value::Object(_)));
        (wheres.is_empty() || has_object()).then(|| assigned.collect())
    }

    fn descriptor(&self, place: Place) -> MethodDescriptor {
        let program = self.program();
        let text = match place {
            Place::Call(site) => &program.calls[site].target.named()[0].descriptor,
            Place::Body(method) => &program.methods[method].descriptor,
            // Generated programs have arrays of objects.
            Place::Element(..) => "(I)Ljava/lang/Object;",
        };
        MethodDescriptor::parse(text).expect("lowering makes descriptors")
    }

    fn is_constructor(&self, place: Place) -> bool {
        let program = self.program();
        let name = match place {
            Place::Call(site) => &program.calls[site].target.named()[0].name,
            Place::Body(method) => &program.methods[method].name,
            Place::Element(..) => return false,
        };
        **name == *"<init>"
    }

    fn passes(&self, value: &Value, test: &Test) -> bool {
        match test {
            Test::Always | Test::NoValue => true,
            Test::NotNull => *value != Value::Null,
            Test::InstanceOf(ty) => self.code.is_instance(&self.run.heap, value, ty),
            other => panic!("generated properties need no {other:?}"),
        }
    }

    fn record(&self, binding: &Binding, value: &Value, ty: Option<&Type>) -> Recorded {
        let value = self.recordable(value, ty);
        Recorded {
            subject: Subject::Name(binding.name.clone()),
            value: Ok(value),
            span: Span::default(),
        }
    }

    fn recordable(&self, value: &Value, ty: Option<&Type>) -> Recordable {
        match (value, ty) {
            (Value::Int(number), Some(Type::Primitive(Primitive::Boolean))) => {
                Recordable::Bool(*number != 0)
            }
            (Value::Int(number), _) => Recordable::Int(*number as i32),
            (Value::Null, _) => Recordable::default_of(JavaType::Reference),
            (Value::Text(text), _) => Recordable::Str(text.to_string()),
            (Value::Object(id), _) => Recordable::Object(self.object(*id)),
        }
    }

    /// Objects of a class with `equals` are told apart by the field `group`, so that it does not
    /// show which of several equal ones names an instance.
    fn object(&self, id: usize) -> Object {
        let object = &self.run.heap[id];
        let class = object.class.replace(['/', '$'], ".");
        let group = object.fields.iter().find_map(|(field, value)| {
            let declared = &self.program().fields[*field];
            match value {
                Value::Int(group) if &*declared.name == "group" => u64::try_from(*group).ok(),
                _ => None,
            }
        });
        Object {
            class,
            id: group.unwrap_or(id as u64),
            equality_class: group,
        }
    }
}

/// The name that a generated `where` assigns, and the field of the receiver that it reads.
fn field_read(statement: &Stmt) -> (&str, &str) {
    let Stmt::Expr(Expr::Assign {
        target: Assigned::Name(to),
        value,
        ..
    }) = statement
    else {
        panic!("generated code assigns: {statement:?}")
    };
    let value = match &**value {
        Expr::Cast { operand, .. } => operand,
        _ => value,
    };
    match &**value {
        Expr::Field { field, .. } => (&to.text, field),
        // The one getter there is.
        Expr::Call { method, .. } if method == "get" => (&to.text, "field"),
        other => panic!("generated code reads no {other:?}"),
    }
}
