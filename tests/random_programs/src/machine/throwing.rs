//! Exceptions: from where they are thrown to who catches them.

use date::model::When;
use ir::{CallSiteId, StatementKind};

use super::heap::{Content, Object, Value};
use super::{Frame, Machine};

impl Machine<'_, '_> {
    /// Throws a new exception of the library.
    pub(super) fn throw_new(&mut self, class: &str) {
        let exception = self.new_exception(class);
        self.throw(exception);
    }

    pub(super) fn new_exception(&mut self, class: &str) -> Value {
        Value::Object(self.heap.add(Object::new(class, Content::Plain)))
    }

    /// Throws at the place of the method at work.
    pub(super) fn throw(&mut self, exception: Value) {
        let mut exception = exception;
        loop {
            let is_body = matches!(
                self.threads[self.current].frames.last(),
                Some(Frame::Body(_))
            );
            if is_body && self.catches(&exception) {
                return;
            }
            match self.threads[self.current].frames.pop() {
                Some(Frame::Body(left)) => {
                    let arguments = self.parameters(&left);
                    self.pass_body(
                        left.method,
                        When::Throwing,
                        arguments,
                        Some(exception.clone()),
                    );
                    self.leave_method(&left);
                    if left.initializes {
                        self.finish_initialization(left.method);
                        exception = self.new_exception("java/lang/ExceptionInInitializerError");
                        continue;
                    }
                }
                Some(Frame::Library(_)) => {}
                None => return,
            }
            if let Some(site) = self.call_at_hand() {
                self.pass_call(site, When::Throwing, Some(exception.clone()));
            }
        }
    }

    /// The call that the method at work has made and that is not over.
    fn call_at_hand(&mut self) -> Option<CallSiteId> {
        let program = self.code.program;
        let Some(Frame::Body(top)) = self.threads[self.current].frames.last() else {
            return None;
        };
        let body = program.methods[top.method].body.as_ref()?;
        match body.blocks[top.block].statements.get(top.statement)?.kind {
            StatementKind::Call(site) if top.announced => Some(site),
            _ => None,
        }
    }

    /// Goes to the handler of the method at work, if it has one.
    fn catches(&mut self, exception: &Value) -> bool {
        let program = self.code.program;
        let class = match exception {
            Value::Object(id) => self.heap[*id].class.clone(),
            other => panic!("{other:?} is thrown"),
        };
        let top = self.top();
        let body = program.methods[top.method].body.as_ref().expect("it runs");
        let handlers = &body.blocks[top.block].handlers;
        let fits = |caught: &[std::sync::Arc<str>]| {
            caught.is_empty()
                || caught
                    .iter()
                    .any(|above| class == *above || self.code.is_subclass(&class, above))
        };
        let Some(handler) = handlers.iter().find(|handler| fits(&handler.caught)) else {
            return false;
        };
        self.go_to(handler.target);
        self.assign(handler.exception, exception.clone());
        true
    }
}
