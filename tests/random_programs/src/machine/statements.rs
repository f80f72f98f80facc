//! The effects of each statement and terminator.

use std::sync::Arc;

use date::model::When;
use ir::{
    AllocationId, AllocationKind, ArithmeticKind, ClassId, Constant, FieldId, FieldRef, LocalId,
    StatementKind, Terminator,
};
use java_types::Access;
use java_types::descriptor::Type;

use super::heap::{Content, Object, ObjectId, Value};
use super::observed::{Deed, Variable};
use super::{Frame, Machine};

/// The result of a statement, which an exception may stop.
pub(super) type Done = Result<(), &'static str>;

const NULL: &str = "java/lang/NullPointerException";
const BOUNDS: &str = "java/lang/ArrayIndexOutOfBoundsException";

impl Machine<'_, '_> {
    /// Executes the next statement or terminator of the method at work.
    pub(super) fn body_step(&mut self) {
        let program = self.code.program;
        let Some(Frame::Body(top)) = self.threads[self.current].frames.last() else {
            return;
        };
        if top.outside {
            return self.enter_method();
        }
        let body = program.methods[top.method].body.as_ref().expect("it runs");
        let block = &body.blocks[top.block];
        match block
            .statements
            .get(top.statement)
            .map(|statement| &statement.kind)
        {
            Some(StatementKind::Call(site)) => self.call_step(*site),
            Some(StatementKind::Monitor { object, enter }) => self.monitor_step(*object, *enter),
            Some(statement) => {
                if self.initializes_for(statement) {
                    return;
                }
                match self.execute(statement) {
                    Ok(()) => self.top().statement += 1,
                    Err(exception) => self.throw_new(exception),
                }
            }
            None => self.terminate(&block.terminator),
        }
    }

    /// Returns whether the statement has to wait for the initialization of a class.
    fn initializes_for(&mut self, statement: &StatementKind) -> bool {
        let program = self.code.program;
        let class = match statement {
            StatementKind::Load {
                object: None,
                field,
                ..
            }
            | StatementKind::Store {
                object: None,
                field,
                ..
            } => field.field.map(|id| program.fields[id].class),
            StatementKind::Allocate { site, .. } => {
                match (
                    &program.allocations[*site].kind,
                    &program.allocations[*site].ty,
                ) {
                    (AllocationKind::Instance, Type::Class(name)) => {
                        self.code.classes.get(&**name).copied()
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        class.is_some_and(|class| self.initialize(class))
    }

    /// Begins the initialization of a class; whether there is something to wait for.
    pub(super) fn initialize(&mut self, class: ClassId) -> bool {
        match self.initialized.get(&class) {
            Some(Some(thread)) => return *thread != self.current,
            Some(None) => return false,
            None => {}
        }
        let declared = &self.code.program.classes[class];
        if let Some(above) = declared
            .info
            .super_name
            .as_ref()
            .and_then(|name| self.code.classes.get(&**name))
            .copied()
            && self.initialize(above)
        {
            return true;
        }
        let Some(initializer) = self.code.declared(&declared.name, "<clinit>", 0) else {
            self.initialized.insert(class, None);
            return false;
        };
        self.initialized.insert(class, Some(self.current));
        let mut activation = self.activation(initializer, Vec::new());
        activation.initializes = true;
        self.enter(activation);
        true
    }

    fn execute(&mut self, statement: &StatementKind) -> Done {
        match statement {
            StatementKind::Constant { target, value } => {
                let value = constant(value);
                self.assign(*target, value);
            }
            StatementKind::Assign { target, source } => self.copy(*target, *source),
            StatementKind::Cast { target, source, ty } => {
                let value = self.local(*source);
                if self.object(&value).is_some() && !self.code.is_instance(&self.heap, &value, ty) {
                    return Err("java/lang/ClassCastException");
                }
                self.assign(*target, value);
            }
            StatementKind::InstanceOf { target, source, ty } => {
                let value = self.local(*source);
                let holds = self.code.is_instance(&self.heap, &value, ty);
                self.assign(*target, Value::Int(holds.into()));
            }
            StatementKind::Compute {
                target,
                kind,
                operands,
            } => {
                let operands: Vec<Value> = operands
                    .iter()
                    .map(|&operand| self.local(operand))
                    .collect();
                let value = self.compute(*kind, &operands)?;
                self.assign(*target, value);
            }
            StatementKind::Load {
                target,
                object,
                field,
            } => self.load(*target, *object, field)?,
            StatementKind::Store {
                object,
                field,
                source,
            } => self.store(*object, field, *source)?,
            StatementKind::ArrayLoad {
                target,
                array,
                index,
            } => {
                let read = [self.local(*array), self.local(*index)];
                self.pass_element(When::Before, read.clone(), None);
                let (array, index) = self.element(*array, *index)?;
                let Content::Array(items) = &self.heap[array].content else {
                    return Err(NULL);
                };
                let value = items[index].clone();
                self.happens(Deed::Read(Variable::Element(array, index), value.clone()));
                self.assign(*target, value.clone());
                self.pass_element(When::Returning, read, Some(value));
            }
            StatementKind::ArrayStore {
                array,
                index,
                source,
            } => {
                let (array, index) = self.element(*array, *index)?;
                let value = self.local(*source);
                let Content::Array(items) = &mut self.heap[array].content else {
                    return Err(NULL);
                };
                items[index] = value.clone();
                self.happens(Deed::Write(Variable::Element(array, index), value));
            }
            StatementKind::Allocate { target, site } => self.allocate(*target, *site),
            StatementKind::Call(_) => panic!("calls are steps of their own"),
            StatementKind::Monitor { .. } => panic!("monitors are steps of their own"),
            StatementKind::Unknown => {
                panic!("generated programs have no {statement:?}")
            }
        }
        Ok(())
    }

    fn copy(&mut self, target: LocalId, source: LocalId) {
        let value = self.local(source);
        self.assign(target, value);
    }

    fn compute(&self, kind: ArithmeticKind, operands: &[Value]) -> Result<Value, &'static str> {
        use ArithmeticKind as A;
        if let (A::Equal | A::NotEqual, [a, b]) = (kind, operands) {
            return Ok(Value::Int(((a == b) == (kind == A::Equal)).into()));
        }
        if let (A::ArrayLength, [array]) = (kind, operands) {
            let Some(Content::Array(items)) = self.object(array).map(|id| &self.heap[id].content)
            else {
                return Err(NULL);
            };
            return Ok(Value::Int(items.len() as i64));
        }
        let numbers: Vec<i64> = operands
            .iter()
            .map(|operand| match operand {
                Value::Int(number) => *number,
                other => panic!("{kind:?} of {other:?}"),
            })
            .collect();
        let value = match (kind, numbers.as_slice()) {
            (A::Add, [a, b]) => a + b,
            (A::Subtract, [a, b]) => a - b,
            (A::Multiply, [a, b]) => a * b,
            (A::Divide | A::Remainder, [_, 0]) => return Err("java/lang/ArithmeticException"),
            (A::Divide, [a, b]) => a / b,
            (A::Remainder, [a, b]) => a % b,
            (A::Less, [a, b]) => (a < b).into(),
            (A::LessEqual, [a, b]) => (a <= b).into(),
            (A::Greater, [a, b]) => (a > b).into(),
            (A::GreaterEqual, [a, b]) => (a >= b).into(),
            (A::And, [a, b]) => a & b,
            (A::Or, [a, b]) => a | b,
            (A::Xor, [a, b]) => a ^ b,
            (A::Not, [a]) => 1 - a,
            (A::Negate, [a]) => -a,
            _ => panic!("generated programs have no {kind:?} of {numbers:?}"),
        };
        // All numbers of generated programs are of type `int`.
        Ok(Value::Int(i64::from(value as i32)))
    }

    fn load(&mut self, target: LocalId, object: Option<LocalId>, field: &FieldRef) -> Done {
        let mut target_object = None;
        let value = match (object, field.field) {
            (None, Some(id)) => self
                .statics
                .get(&id)
                .cloned()
                .unwrap_or_else(|| self.default_of(id)),
            (Some(object), Some(id)) => {
                let object = self.local(object);
                let object = self.object(&object).ok_or(NULL)?;
                target_object = Some(object);
                self.decides();
                self.heap[object]
                    .fields
                    .get(&id)
                    .cloned()
                    .unwrap_or_else(|| self.default_of(id))
            }
            // `System.err` and the like, which nothing is done with.
            (_, None) => Value::Null,
        };
        if let Some(variable) = self.variable(target_object, field.field) {
            self.happens(Deed::Read(variable, value.clone()));
        }
        self.assign(target, value);
        Ok(())
    }

    /// Returns the variable that an access of a field is about. Final fields are none.
    fn variable(&self, object: Option<ObjectId>, field: Option<FieldId>) -> Option<Variable> {
        let field = field?;
        let is_final = Access(self.code.program.fields[field].access).has(Access::FINAL);
        (!is_final).then_some(match object {
            None => Variable::Static(field),
            Some(object) => Variable::Field(object, field),
        })
    }

    fn default_of(&self, field: ir::FieldId) -> Value {
        if self.code.program.fields[field].ty.is_reference() {
            Value::Null
        } else {
            Value::Int(0)
        }
    }

    fn store(&mut self, object: Option<LocalId>, field: &FieldRef, source: LocalId) -> Done {
        let value = self.local(source);
        let id = field
            .field
            .expect("generated programs write their own fields");
        match object {
            None => {
                self.statics.insert(id, value.clone());
                self.writes(None, id, value);
            }
            Some(object) => {
                let object = self.local(object);
                let object = self.object(&object).ok_or(NULL)?;
                self.decides();
                self.heap[object].fields.insert(id, value.clone());
                self.writes(Some(object), id, value);
            }
        }
        Ok(())
    }

    fn writes(&mut self, object: Option<ObjectId>, field: FieldId, value: Value) {
        if let Some(variable) = self.variable(object, Some(field)) {
            self.happens(Deed::Write(variable, value));
        }
    }

    fn element(&mut self, array: LocalId, index: LocalId) -> Result<(usize, usize), &'static str> {
        let (array, index) = (self.local(array), self.local(index));
        self.decides();
        let array = self.object(&array).ok_or(NULL)?;
        let (Content::Array(items), Value::Int(index)) = (&self.heap[array].content, index) else {
            return Err(NULL);
        };
        usize::try_from(index)
            .ok()
            .filter(|&index| index < items.len())
            .map(|index| (array, index))
            .ok_or(BOUNDS)
    }

    fn allocate(&mut self, target: LocalId, site: AllocationId) {
        let allocation = &self.code.program.allocations[site];
        let class = match &allocation.ty {
            Type::Class(name) => name.clone(),
            other => other.to_string().into(),
        };
        let content = match &allocation.kind {
            AllocationKind::Instance => content_of(&class),
            AllocationKind::Array => Content::Array(vec![Value::Null; self.array_length(site)]),
            AllocationKind::Functional { body, captures, .. } => {
                let captured = captures.iter().map(|&local| self.local(local)).collect();
                Content::Function {
                    body: *body,
                    captured,
                }
            }
        };
        let object = self.heap.add(Object::new(&class, content));
        self.assign(target, Value::Object(object));
    }

    /// Arrays are made by initializers only: as long as there are stores behind them.
    fn array_length(&mut self, site: AllocationId) -> usize {
        let program = self.code.program;
        let top = self.top();
        let (method, block, from) = (top.method, top.block, top.statement);
        let statements = &program.methods[method]
            .body
            .as_ref()
            .expect("it runs")
            .blocks[block]
            .statements[from..];
        let target = statements
            .iter()
            .find_map(|statement| match statement.kind {
                StatementKind::Allocate { target, site: made } if made == site => Some(target),
                _ => None,
            });
        let body = program.methods[method].body.as_ref().expect("it runs");
        let all = body.statements();
        let stores = all.filter(
            |statement| matches!(statement.kind, StatementKind::ArrayStore { array, .. } if Some(array) == target),
        );
        stores.count()
    }

    fn terminate(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Goto(block) => self.go_to(*block),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                self.decides();
                let holds = self.local(*condition) == Value::Int(1);
                self.go_to(if holds { *then } else { *otherwise });
            }
            Terminator::Return(local) => {
                let value = local.map(|local| self.local(local));
                self.leave(value);
            }
            Terminator::Throw(local) => match self.local(*local) {
                Value::Null => self.throw_new(NULL),
                exception => self.throw(exception),
            },
            Terminator::Switch { .. } | Terminator::Unreachable => {
                panic!("generated programs have no {terminator:?}")
            }
        }
    }

    pub(super) fn go_to(&mut self, block: ir::BlockId) {
        let top = self.top();
        (top.block, top.statement, top.announced) = (block, 0, false);
    }

    /// The method at work returns.
    fn leave(&mut self, value: Option<Value>) {
        let Some(Frame::Body(left)) = self.threads[self.current].frames.pop() else {
            return;
        };
        let arguments = self.parameters(&left);
        self.pass_body(left.method, When::Returning, arguments, value.clone());
        self.leave_method(&left);
        if left.initializes {
            self.finish_initialization(left.method);
        } else {
            self.give_back(value.unwrap_or(Value::Null));
        }
    }

    pub(super) fn finish_initialization(&mut self, initializer: ir::MethodId) {
        let class = self.code.program.methods[initializer].class;
        self.initialized.insert(class, None);
    }

    /// Hands a result to whoever has called.
    pub(super) fn give_back(&mut self, value: Value) {
        match self.threads[self.current].frames.last() {
            Some(Frame::Body(_)) => self.returned(value),
            Some(Frame::Library(_)) => self.callback_step(Some(value)),
            None => {}
        }
    }
}

fn constant(value: &Constant) -> Value {
    match value {
        Constant::Null => Value::Null,
        Constant::Bool(value) => Value::Int((*value).into()),
        Constant::Integer(value) => Value::Int(*value),
        Constant::Str(text) => Value::Text(Arc::clone(text)),
        Constant::Floating(_) | Constant::Class(_) | Constant::Unknown => {
            panic!("generated programs have no constant {value:?}")
        }
    }
}

/// Returns the content of an object of a class of the library.
fn content_of(class: &str) -> Content {
    match class {
        "java/util/ArrayList" => Content::List {
            items: Vec::new(),
            changes: 0,
        },
        "java/util/LinkedHashMap" => Content::Map {
            entries: Vec::new(),
            changes: 0,
            values: None,
        },
        "java/lang/Thread" => Content::Thread {
            target: Value::Null,
            started: None,
        },
        _ => Content::Plain,
    }
}
