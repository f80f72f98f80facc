//! Calls: who runs, and the join points before and after.

use date::model::When;
use ir::{CallKind, CallSite, CallSiteId, Method, MethodKind, StatementKind, Target};
use java_types::Access;

use super::heap::{Content, Value};
use super::{Frame, Join, Machine, Outcome, Place};

impl Machine<'_, '_> {
    /// A call statement: tells that it is made, and begins it.
    pub(super) fn call_step(&mut self, site: CallSiteId) {
        if !self.top().announced {
            self.pass_call(site, When::Before, None);
            self.top().announced = true;
        }
        let call = &self.code.program.calls[site];
        let receiver = call.receiver.map(|local| self.local(local));
        let arguments: Vec<Value> = call
            .arguments
            .iter()
            .map(|&local| self.local(local))
            .collect();
        match self.begin(call, receiver, arguments) {
            Outcome::Value(value) => self.returned(value),
            Outcome::Throws(exception) => {
                self.pass_call(site, When::Throwing, Some(exception.clone()));
                self.throw(exception);
            }
            Outcome::Enters(Frame::Body(activation)) => self.enter(activation),
            Outcome::Enters(frame) => self.threads[self.current].frames.push(frame),
            Outcome::Waits => {}
        }
    }

    fn begin(
        &mut self,
        call: &CallSite,
        receiver: Option<Value>,
        arguments: Vec<Value>,
    ) -> Outcome {
        let Target::Resolved(target) = &call.target else {
            panic!("{:?} is not resolved", call.target)
        };
        let arity = arguments.len();
        let Some(receiver) = receiver else {
            return match self.code.selected(&target.owner, &target.name, arity) {
                Some(method) if self.initialize(self.code.program.methods[method].class) => {
                    Outcome::Waits
                }
                Some(method) => Outcome::Enters(Frame::Body(self.activation(method, arguments))),
                None => self.static_library_call(&target.owner, &target.name, arguments),
            };
        };
        let Some(object) = self.object(&receiver) else {
            return match receiver {
                Value::Null => {
                    Outcome::Throws(self.new_exception("java/lang/NullPointerException"))
                }
                _ => Outcome::Value(receiver),
            };
        };
        let method = match call.kind {
            CallKind::Special => self.code.selected(&target.owner, &target.name, arity),
            _ => self
                .code
                .selected(&self.heap[object].class.clone(), &target.name, arity),
        };
        if let Some(method) = method {
            let all = std::iter::once(receiver).chain(arguments).collect();
            return Outcome::Enters(Frame::Body(self.activation(method, all)));
        }
        if let Content::Function { body, captured } = &self.heap[object].content {
            let all = captured.iter().cloned().chain(arguments).collect();
            return Outcome::Enters(Frame::Body(self.activation(*body, all)));
        }
        self.library_call(object, &target.name, arguments)
    }

    /// The call at hand is over.
    pub(super) fn returned(&mut self, value: Value) {
        let program = self.code.program;
        let top = self.top();
        let body = program.methods[top.method].body.as_ref().expect("it runs");
        let StatementKind::Call(site) = body.blocks[top.block].statements[top.statement].kind
        else {
            panic!("something returned to no call")
        };
        if let Some(result) = program.calls[site].result {
            self.assign(result, value.clone());
        }
        self.pass_call(site, When::Returning, Some(value));
        let top = self.top();
        top.statement += 1;
        top.announced = false;
    }

    /// The statement at hand reads an element: an array and an index.
    pub(super) fn pass_element(
        &mut self,
        when: When,
        [array, index]: [Value; 2],
        result: Option<Value>,
    ) {
        let top = self.top();
        let place = Place::Element(top.method, top.block, top.statement);
        if self.interesting.contains(&place) {
            let (receiver, arguments) = (Some(array), vec![index]);
            self.joins.push(Join {
                place,
                when,
                receiver,
                fields: Vec::new(),
                arguments,
                result,
                caller: None,
            });
        }
    }

    pub(super) fn pass_call(&mut self, site: CallSiteId, when: When, result: Option<Value>) {
        let place = Place::Call(site);
        if !self.interesting.contains(&place) {
            return;
        }
        let call = &self.code.program.calls[site];
        let receiver = call.receiver.map(|local| self.local(local));
        let arguments = call
            .arguments
            .iter()
            .map(|&local| self.local(local))
            .collect();
        let caller =
            has_this(&self.code.program.methods[call.method]).then(|| self.top().locals[0].clone());
        let fields = self.fields_of(receiver.as_ref());
        self.joins.push(Join {
            place,
            when,
            receiver,
            fields,
            arguments,
            result,
            caller,
        });
    }
}

/// Returns whether code knows the object that it belongs to: a lambda does if it has captured it.
fn has_this(method: &Method) -> bool {
    match method.kind {
        MethodKind::MethodReference => false,
        MethodKind::Lambda => {
            let first = method.body.as_ref().and_then(|body| body.locals.first());
            first.and_then(|local| local.name.as_deref()) == Some("this")
        }
        _ => !Access(method.access).is_static(),
    }
}
