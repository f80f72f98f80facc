//! The treatment of every escaped object. It is the same for all objects of one type, whoever holds
//! them, so it is found out once.

use index_vec::define_index_type;
use indexmap::{IndexMap, IndexSet};
use ir::{CallSiteId, MethodId};
use roaring::RoaringBitmap;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::callees::CalleeId;
use super::modelled::{Inner, InnerCallees};
use super::{Solver, Use};
use crate::dispatch::Callee;
use crate::models::{KindId, Model, Selector};
use crate::node::{Node, NodeId, ObjectId};
use crate::type_id::TypeId;
use crate::types::Made;

define_index_type! {
    /// A method that is called on whatever has escaped and fits a type.
    pub(crate) struct BroadcastId = u32;
}

/// How a call says what it calls.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Message {
    /// As the sources do.
    Callee(CalleeId),
    /// As models do.
    Selector(Selector),
}

/// A caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Caller {
    Site(CallSiteId),
    Model(Inner),
}

/// A response to a call on one of the objects.
#[derive(Debug, Clone, Copy)]
enum Response<'a> {
    Method(MethodId),
    Model(&'a Model),
    /// A model that asks what this object keeps.
    Own(&'a Model, ObjectId),
    Unknown,
}

/// The key of a response. Models differ by their places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum ResponseKey {
    Method(MethodId),
    Model(*const Model),
    Own(*const Model, ObjectId),
    Unknown,
}

/// The callers of a method on escaped objects, and the methods that run then.
#[derive(Debug, Default)]
struct Broadcast<'a> {
    callers: IndexSet<Caller, FxBuildHasher>,
    responses: IndexMap<ResponseKey, Response<'a>, FxBuildHasher>,
    /// Of what objects are that have responded: others like them would say the same.
    heard: FxHashSet<(Option<KindId>, Made)>,
}

/// All calls on what has escaped.
#[derive(Debug, Default)]
pub(super) struct Broadcasts<'a> {
    all: IndexMap<(TypeId, Message), Broadcast<'a>, FxBuildHasher>,
}

impl Broadcasts<'_> {
    /// The library's object may say something else from now on.
    pub(super) fn forget_library(&mut self) {
        self.all.values_mut().for_each(|broadcast| {
            broadcast.heard.remove(&(None, Made::ByLibrary));
        });
    }
}

impl Response<'_> {
    fn key(&self) -> ResponseKey {
        match *self {
            Response::Method(method) => ResponseKey::Method(method),
            Response::Model(model) => ResponseKey::Model(std::ptr::from_ref(model)),
            Response::Own(model, object) => ResponseKey::Own(std::ptr::from_ref(model), object),
            Response::Unknown => ResponseKey::Unknown,
        }
    }
}

impl<'a> Solver<'a> {
    /// A use meets everything that has escaped and fits a type.
    pub(super) fn apply_to_escaped(&mut self, used: Use, ty: TypeId) {
        match used {
            Use::Load(slot, target) => {
                // All loads of a place from escaped objects of a type share one node.
                let found = self.node(Node::Found(ty.raw(), slot));
                let escaped = self.escaped(ty);
                self.wait(escaped, Use::Load(slot, found));
                self.graph.connect(found, target, &mut self.types);
            }
            Use::Store(slot, source) => {
                let put = self.node(Node::Put(ty.raw(), slot));
                let escaped = self.escaped(ty);
                self.wait(escaped, Use::Store(slot, put));
                self.graph.connect(source, put, &mut self.types);
            }
            Use::Receiver(site) => {
                for &callee in self.callees.named(site).iter() {
                    self.call_escaped(ty, Message::Callee(callee), Caller::Site(site));
                }
            }
            Use::Inner(inner) => {
                if let Some(selector) = self.inner_selector(inner) {
                    self.call_escaped(ty, Message::Selector(selector), Caller::Model(inner));
                }
            }
            // Waits where the objects themselves arrive.
            Use::Broadcast(_) => {}
        }
    }

    /// The node of what has escaped and fits a type.
    fn escaped(&mut self, ty: TypeId) -> NodeId {
        self.flow(Node::Library, Node::Escaped(ty.raw()));
        self.node(Node::Escaped(ty.raw()))
    }

    fn call_escaped(&mut self, ty: TypeId, message: Message, caller: Caller) {
        let entry = self.broadcasts.all.entry((ty, message));
        let broadcast = BroadcastId::from_usize(entry.index());
        let broadcasting = entry.or_default();
        if !broadcasting.callers.insert(caller) {
            return;
        }
        let responses: Vec<Response<'a>> = broadcasting.responses.values().copied().collect();
        // The caller gets the responses that are known. Later ones come by `add_response`.
        for response in responses {
            self.respond(ty, caller, response);
        }
        let escaped = self.escaped(ty);
        self.wait(escaped, Use::Broadcast(broadcast));
    }

    /// Receivers have escaped.
    pub(super) fn broadcast(&mut self, broadcast: BroadcastId, receivers: &RoaringBitmap) {
        self.graph.effort += receivers.len();
        for object in receivers.iter().map(ObjectId::from_raw) {
            let made = self.types.made(object);
            let keeps_parts = self.keeps_parts(object);
            let Some(((ty, message), broadcasting)) =
                self.broadcasts.all.get_index_mut(broadcast.index())
            else {
                return;
            };
            // Another object of this kind and type has responded, and this one would say the same.
            if !matches!(made, Made::Functional(_))
                && !keeps_parts
                && !broadcasting.heard.insert((self.kinds[object], made))
            {
                continue;
            }
            let (ty, message) = (*ty, message.clone());
            for response in self.responses(object, made, ty, &message) {
                self.add_response(broadcast, ty, response);
            }
        }
    }

    fn add_response(&mut self, broadcast: BroadcastId, ty: TypeId, response: Response<'a>) {
        let Some((_, broadcasting)) = self.broadcasts.all.get_index_mut(broadcast.index()) else {
            return;
        };
        if broadcasting
            .responses
            .insert(response.key(), response)
            .is_some()
        {
            return;
        }
        let callers: Vec<Caller> = broadcasting.callers.iter().copied().collect();
        for caller in callers {
            self.respond(ty, caller, response);
        }
    }

    fn responses(
        &mut self,
        object: ObjectId,
        made: Made,
        ty: TypeId,
        message: &Message,
    ) -> Vec<Response<'a>> {
        match message {
            Message::Callee(callee) => {
                let selected = match made {
                    Made::Functional(_) => self.selected_on_functional(object, *callee).into(),
                    Made::ByLibrary => self.selected_on_library_of(*callee, ty),
                    _ => self.selected(made, *callee),
                };
                selected
                    .iter()
                    .map(|&target| self.response(object, target, *callee))
                    .collect()
            }
            Message::Selector(selector) => {
                let callees = match made {
                    Made::Functional(_) => self.on_functional(object, selector).into(),
                    Made::ByLibrary => self
                        .on_unknown(selector, self.types.get(ty).class_name())
                        .into(),
                    _ => self.known_inner_callees(self.kinds[object], made, selector),
                };
                let methods = callees
                    .methods
                    .iter()
                    .map(|&method| Response::Method(method));
                let models = self
                    .models_on_escaped(selector, &callees.models)
                    .into_iter()
                    .map(Response::Model);
                methods
                    .chain(models)
                    .chain(callees.unknown.then_some(Response::Unknown))
                    .collect()
            }
        }
    }

    /// Returns the models that a call runs on what has escaped. An escaped container holds whatever
    /// has escaped, and hands calls on to it; methods of the sources respond for themselves. So it
    /// does what is claimed of all that the call says it is.
    fn models_on_escaped(&self, selector: &Selector, own: &[&'a Model]) -> Vec<&'a Model> {
        let claimed = selector.of.as_ref().map(|_| self.claimed(selector).models);
        let claimed = claimed.filter(|claimed| !claimed.is_empty() && !own.is_empty());
        claimed.unwrap_or_else(|| own.to_vec())
    }

    fn response(&mut self, object: ObjectId, target: Callee, callee: CalleeId) -> Response<'a> {
        match target {
            Callee::Method(method) => Response::Method(method),
            Callee::Library => match self.known_model_on(object, callee) {
                Some(model) if self.asks_what_is_kept(object, model) => {
                    Response::Own(model, object)
                }
                Some(model) => Response::Model(self.model_on_escaped(model, callee)),
                None => Response::Unknown,
            },
        }
    }

    /// One who calls learns what may run. The receiver is whatever has escaped.
    fn respond(&mut self, ty: TypeId, caller: Caller, response: Response<'a>) {
        self.graph.effort += 1;
        // One object stands for all that have escaped and fit the type.
        let receiver = match response {
            Response::Own(_, object) => Some(object),
            _ => self.types.escaped(ty),
        };
        let receivers: RoaringBitmap = receiver.map(ObjectId::raw).into_iter().collect();

        match (caller, response) {
            (Caller::Site(site), Response::Method(method)) => {
                self.link(site, Callee::Method(method), Some(&receivers))
            }
            (Caller::Site(site), Response::Unknown) => {
                self.link(site, Callee::Library, Some(&receivers))
            }
            (Caller::Site(site), Response::Model(model) | Response::Own(model, _)) => {
                self.targets
                    .entry(site)
                    .or_default()
                    .insert(Callee::Library);
                self.apply_model(site, model, Some(&receivers));
            }
            (Caller::Model(inner), response) => {
                self.run_inner(inner, &InnerCallees::from(response), &receivers)
            }
        }
    }
}

impl<'a> From<Response<'a>> for InnerCallees<'a> {
    fn from(response: Response<'a>) -> Self {
        let mut callees = InnerCallees::default();
        match response {
            Response::Method(method) => callees.methods.push(method),
            Response::Model(model) | Response::Own(model, _) => callees.models.push(model),
            Response::Unknown => callees.unknown = true,
        }
        callees
    }
}
