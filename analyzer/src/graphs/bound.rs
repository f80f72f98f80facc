//! The objects that generators bind to the parameters of a property.

use date::ids::GeneratorId;
use date::model::{Identity, Parameter};
use ir::{CallSiteId, MethodId};
use java_types::descriptor::MethodDescriptor;
use roaring::RoaringBitmap;

use crate::graphs::answers::{comes_after_yes, is_question};
use crate::graphs::builder::Builder;
use crate::graphs::combinations::Values;
use crate::graphs::events::{AccessValues, Locals, Notification, Place, Read, Source};
use crate::graphs::world::World;
use points_to::{Node, ObjectId};

impl Builder<'_> {
    /// Returns the objects that a generator binds to each of the parameters; `None` where it leaves
    /// one open.
    pub fn bound(&self, generator: GeneratorId, parameters: &[&Parameter]) -> Vec<Option<Values>> {
        let value = |(position, parameter): (usize, &&Parameter)| {
            let source = self.notifications[generator]
                .sources
                .get(position)
                .copied()
                .flatten()?;
            Some(match parameter.identity {
                Identity::Identity => self.values(generator, source),
                Identity::Equals => Values::Any,
            })
        };
        parameters.iter().enumerate().map(value).collect()
    }

    /// Returns the objects that a generator binds to a parameter for which it has this source.
    pub fn values(&self, generator: GeneratorId, source: Source) -> Values {
        if let Source::Read(read) = source {
            return self.values_read(generator, &self.notifications[generator].reads[read]);
        }

        let comes_after_yes = source == Source::Receiver && self.comes_after_yes(generator);
        let mut found = RoaringBitmap::new();
        for node in self.nodes(generator, source) {
            match node.filter(|&node| self.is_reference(node)) {
                Some(node) if comes_after_yes => {
                    found |= self.world.points_to.objects_with_more(node)
                }
                Some(node) => found |= &*self.world.points_to.objects(node),
                None => return Values::Any,
            }
        }

        Values::Of(found)
    }

    /// Returns the objects that a `where` reads. Objects that no field of that type holds are left
    /// out.
    fn values_read(&self, generator: GeneratorId, read: &Read) -> Values {
        let Values::Of(objects) = self.values(generator, read.of) else {
            return Values::Any;
        };
        let mut found = RoaringBitmap::new();

        for &field in &read.fields {
            let ty = &self.world.program.fields[field].ty;
            if !ty.is_reference() {
                return Values::Any;
            }
            let held = self.world.points_to.in_field(&objects, field);
            found.extend(
                held.iter()
                    .filter(|&object| self.fits(ObjectId::from_raw(object), ty)),
            );
        }

        Values::Of(found)
    }

    /// Returns whether a generator binds a number, a character or a truth value to a parameter.
    /// Such a value is no object: it is the same wherever it comes from.
    pub fn binds_value(&self, generator: GeneratorId, position: usize) -> bool {
        let Notification { sources, reads, .. } = &self.notifications[generator];
        let source = sources.get(position).copied().flatten();
        if let Some(Source::Read(read)) = source {
            let mut fields = reads[read].fields.iter();
            return fields.any(|&field| !self.world.program.fields[field].ty.is_reference());
        }
        let nodes = source.map(|source| self.nodes(generator, source));
        nodes
            .into_iter()
            .flatten()
            .flatten()
            .any(|node| !self.is_reference(node))
    }

    fn is_reference(&self, node: Node) -> bool {
        let methods = &self.world.program.methods;
        match node {
            Node::Local(method, local) => methods[method]
                .body
                .as_ref()
                .is_some_and(|body| body.locals[local].ty.is_reference()),
            Node::Return(method) => {
                let descriptor = MethodDescriptor::parse(&methods[method].descriptor).ok();
                descriptor
                    .and_then(|descriptor| descriptor.result)
                    .is_some_and(|result| result.is_reference())
            }
            _ => true,
        }
    }

    /// Returns whether the receiver of a generator's call has always just said that there is more
    /// to come.
    fn comes_after_yes(&self, generator: GeneratorId) -> bool {
        let Place::Call(point) = self.notifications[generator].place else {
            return false;
        };
        self.world
            .sites
            .at(point)
            .iter()
            .all(|&site| comes_after_yes(self.world.program, site))
    }

    /// The objects that a generator binds to the parameter at `position` and that say no when its
    /// call asks whether there is more to come: no receiver of the call is one of them and has more.
    /// None where the call asks something else. O(copies of the call).
    pub fn saying_no(&self, generator: GeneratorId, position: usize) -> RoaringBitmap {
        let Notification { place, sources, .. } = &self.notifications[generator];
        let World {
            program,
            points_to,
            sites,
            ..
        } = self.world;
        let (Place::Call(point), Some(Some(Source::Receiver))) =
            (*place, sources.get(position).copied())
        else {
            return RoaringBitmap::new();
        };
        let is_question = |&site: &CallSiteId| is_question(&program.calls[site]);
        if !sites.at(point).iter().all(is_question) {
            return RoaringBitmap::new();
        }

        let (mut asked, mut with_more) = (RoaringBitmap::new(), RoaringBitmap::new());
        for node in self.nodes(generator, Source::Receiver) {
            let Some(node) = node else {
                return RoaringBitmap::new();
            };
            asked |= &*points_to.objects(node);
            with_more |= points_to.objects_with_more(node);
        }
        asked - with_more
    }

    /// Returns the nodes of a value, for each copy of the place; `None` where it was not followed.
    fn nodes(&self, generator: GeneratorId, source: Source) -> Vec<Option<Node>> {
        match self.notifications[generator].place {
            Place::Execution(method) => vec![self.value_in_body(method, source)],
            Place::Initialization(_) => vec![None],
            Place::Access(access) => {
                let World {
                    program,
                    dispatch,
                    sites,
                    ..
                } = self.world;
                let method = sites.accesses.get(access).method;
                let node = |values: &AccessValues<'_>| {
                    let local = Locals::of_access(program, dispatch, method, values).get(source);
                    local.map(|local| Node::Local(method, local))
                };
                sites
                    .accesses
                    .values(program, access)
                    .iter()
                    .map(node)
                    .collect()
            }
            Place::Call(point) => {
                let reachable = |site: &&CallSiteId| {
                    self.world
                        .points_to
                        .reachable
                        .contains(&self.world.program.calls[**site].method)
                };
                let sites = self.world.sites.at(point).iter().filter(reachable);
                sites
                    .map(|&site| self.value_at_call(site, source))
                    .collect()
            }
        }
    }

    fn value_at_call(&self, site: CallSiteId, source: Source) -> Option<Node> {
        let World {
            program, dispatch, ..
        } = self.world;
        let call = &program.calls[site];
        let local = Locals::of_call(program, dispatch, call).get(source);
        local.map(|local| Node::Local(call.method, local))
    }

    fn value_in_body(&self, method: MethodId, source: Source) -> Option<Node> {
        let World {
            program, dispatch, ..
        } = self.world;
        if source == Source::Result {
            return Some(Node::Return(method));
        }
        let local = Locals::of_body(program, dispatch, method, None).get(source);
        local.map(|local| Node::Local(method, local))
    }
}
