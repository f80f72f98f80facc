//! Proxies whose interfaces are not known: their handlers give what they are asked for.

use ir::{AllocationKind, CallSiteId, MethodId};

use super::{Solver, Use};
use crate::node::{Node, NodeId};

/// The class of the handlers of proxies, and their method.
const HANDLER: &str = "java/lang/reflect/InvocationHandler";
const INVOKE: (&str, &str) = (
    "invoke",
    "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;",
);

impl Solver<'_> {
    /// A call gives what a handler of the sources gives.
    pub(super) fn take_from_handlers(&mut self, site: CallSiteId) {
        let handled = self.handled();
        if let Some(result) = self.result_of(site) {
            let result = self.node(result);
            self.graph.connect(handled, result, &mut self.types);
        }
    }

    /// What the handlers of the sources give, but for what they have from a library: a method of
    /// `java.lang.reflect.Method` that they run on the object behind the proxy gives what is claimed
    /// of all such objects. O(methods + allocations) the first time.
    pub(super) fn handled(&mut self) -> NodeId {
        let handled = self.node(Node::Handled);
        if std::mem::replace(&mut self.has_handlers, true) {
            return handled;
        }
        for method in self.handlers() {
            let returned = self.returned_outside(method, None);
            self.wait(returned, Use::Seen(handled));
        }
        handled
    }

    fn handlers(&self) -> Vec<MethodId> {
        let program = self.program;
        let of_classes = program.methods.iter_enumerated().filter(|(_, method)| {
            (&*method.name, &*method.descriptor) == INVOKE && method.body.is_some()
        });
        let of_functions = program
            .allocations
            .iter()
            .filter_map(|site| match &site.kind {
                AllocationKind::Functional {
                    interface, body, ..
                } if program.hierarchy.is_subclass(interface, HANDLER).may() => Some(*body),
                _ => None,
            });
        of_classes
            .map(|(method, _)| method)
            .chain(of_functions)
            .collect()
    }
}
