//! The models of one scenario, solved: a small solver of its own, over the objects that were seen.

mod allowed;

use std::collections::{BTreeMap, BTreeSet};

use points_to::models::{Article, Base, KindId, Model, Models, PartId, Statement, Term};

use crate::trace::{Scenario, Value};

/// An object as the models know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Object {
    /// Of the program, or made by a constructor.
    Seen(u32),
    /// Made by `new kind` in a step.
    Fresh {
        step: usize,
        model: usize,
        statement: usize,
        kind: KindId,
    },
    /// Belongs to another object, which stands at this place in [`State::owners`]: one for all
    /// steps.
    Its { owner: usize, kind: KindId },
    /// The one of a kind that all steps share.
    Shared(KindId),
    /// Holds nothing of the program.
    Plain,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Of(usize, Base),
    Part(Object, PartId),
    Escaped,
}

/// A model at work.
#[derive(Debug, Clone)]
struct Activation<'a> {
    model: &'a Model,
    step: usize,
    later: bool,
}

/// A callback that a model allows.
#[derive(Debug, Clone)]
struct Permission<'a> {
    activation: usize,
    receiver: u32,
    arguments: &'a [Option<Term>],
    result: Option<Term>,
    later: bool,
    /// The number of the statement in its model.
    statement: usize,
}

/// Statements, by the addresses of their models and their numbers.
pub type Places = BTreeSet<(usize, usize)>;

/// Statements that are left out: a planted fault.
pub type Fault<'a> = Option<&'a Places>;

pub struct State<'a> {
    models: &'a Models,
    scenario: &'a Scenario,
    fault: Fault<'a>,
    activations: Vec<Activation<'a>>,
    nested: BTreeMap<(usize, usize, Object), usize>,
    sets: BTreeMap<Node, BTreeSet<Object>>,
    permissions: Vec<Permission<'a>>,
    permitted: BTreeSet<(usize, usize, u32)>,
    /// The permissions for each receiver and name.
    permissions_for: BTreeMap<(u32, &'a str), Vec<usize>>,
    /// The objects that others belong to.
    owners: Vec<Object>,
    /// The possible objects of each number of the trace.
    known: BTreeMap<u32, BTreeSet<Object>>,
    /// The numbers that have been explained in the current step: several statements may do so.
    explained: BTreeSet<u32>,
    /// The activations that have read a node.
    readers: BTreeMap<Node, BTreeSet<usize>>,
    /// The activations whose statements may have more to give.
    dirty: BTreeSet<usize>,
    /// How often a set has grown.
    pub growth: usize,
    /// The statements that changed something: leaving out any other one changes nothing.
    pub at_work: Places,
}

/// Tells models apart.
pub fn address(model: &Model) -> usize {
    std::ptr::from_ref(model) as usize
}

impl<'a> State<'a> {
    pub fn new(models: &'a Models, scenario: &'a Scenario, fault: Fault<'a>) -> Self {
        let known = scenario.objects.iter().filter(|(_, seen)| seen.program);
        let mut state = State {
            models,
            scenario,
            fault,
            activations: Vec::new(),
            nested: BTreeMap::new(),
            sets: BTreeMap::new(),
            permissions: Vec::new(),
            permitted: BTreeSet::new(),
            permissions_for: BTreeMap::new(),
            owners: Vec::new(),
            known: known
                .map(|(&id, _)| (id, BTreeSet::from([Object::Seen(id)])))
                .collect(),
            explained: BTreeSet::new(),
            readers: BTreeMap::new(),
            dirty: BTreeSet::new(),
            growth: 0,
            at_work: Places::new(),
        };
        for (array, _) in &scenario.arrays {
            state.construct(*array);
        }
        for &found in &scenario.found {
            state.construct(found);
        }
        let escaped = scenario.found.iter().chain(&scenario.escaped);
        state.escape(escaped.map(|&id| Object::Seen(id)).collect());
        state
    }

    /// Adds the objects that the program has put into arrays, as far as they are known by now.
    fn fill_arrays(&mut self) {
        let scenario = self.scenario;
        for (array, elements) in &scenario.arrays {
            for &element in elements {
                let objects = self.objects(element);
                self.add(Node::Part(Object::Seen(*array), Models::ELEMENTS), &objects);
            }
        }
    }

    /// Returns the possible objects of a value of the trace; none if it has not been explained yet.
    pub fn objects(&self, value: Value) -> BTreeSet<Object> {
        match value {
            Value::Null => BTreeSet::new(),
            Value::Plain => BTreeSet::from([Object::Plain]),
            Value::Object(id) => self.known.get(&id).cloned().unwrap_or_default(),
        }
    }

    /// The next step begins: what is known of objects stays.
    pub fn begin(&mut self) {
        self.explained.clear();
    }

    /// A modelled method is called.
    pub fn activate(
        &mut self,
        model: &'a Model,
        step: usize,
        receiver: &BTreeSet<Object>,
        arguments: &[Value],
    ) -> usize {
        let id = self.push(model, step, false);
        self.add(Node::Of(id, Base::This), receiver);
        for (at, &argument) in arguments.iter().enumerate() {
            let objects = self.objects(argument);
            self.add(Node::Of(id, Base::Argument(at)), &objects);
        }
        id
    }

    fn push(&mut self, model: &'a Model, step: usize, later: bool) -> usize {
        self.activations.push(Activation { model, step, later });
        let id = self.activations.len() - 1;
        self.dirty.insert(id);
        id
    }

    /// An object that a constructor makes.
    pub fn construct(&mut self, id: u32) -> BTreeSet<Object> {
        let objects = BTreeSet::from([Object::Seen(id)]);
        self.known.insert(id, objects.clone());
        objects
    }

    /// The program calls a method of an object that a callback has given it. Says whether the
    /// object is known by now.
    pub fn use_object(
        &mut self,
        step: usize,
        (receiver, method, arguments): &'a (u32, String, Vec<Value>),
    ) -> bool {
        let objects = self.objects(Value::Object(*receiver));
        for &object in &objects {
            for model in self.called(object, method, arguments.len()) {
                self.activate(model, step, &BTreeSet::from([object]), arguments);
            }
        }
        !objects.is_empty()
    }

    /// Applies all statements until nothing changes.
    pub fn solve(&mut self) {
        self.fill_arrays();
        loop {
            while let Some(activation) = self.dirty.pop_first() {
                self.apply(activation);
            }
            self.close_escaped();
            if self.dirty.is_empty() {
                return;
            }
        }
    }

    /// Takes along the parts of escaped objects.
    fn close_escaped(&mut self) {
        let reached = self.closure(&self.escaped());
        self.add(Node::Escaped, &reached);
    }

    fn apply(&mut self, activation: usize) {
        let model = self.activations[activation].model;
        for (number, statement) in model.statements.iter().enumerate() {
            if self
                .fault
                .is_some_and(|places| places.contains(&(address(model), number)))
            {
                continue;
            }
            let before = (self.growth, self.activations.len());
            self.apply_statement(activation, number, statement);
            if before != (self.growth, self.activations.len()) {
                self.at_work.insert((address(model), number));
            }
        }
    }

    fn apply_statement(&mut self, activation: usize, statement: usize, what: &'a Statement) {
        match what {
            Statement::New {
                target,
                kind,
                article,
            } => {
                let made = self.made(activation, statement, *kind, *article);
                self.write(activation, *target, &made);
            }
            Statement::Flow { from, to } => {
                let objects = self.read(activation, *from);
                self.write(activation, *to, &objects);
            }
            Statement::Call {
                receiver,
                selector,
                arguments,
                result,
                later,
            } => {
                let later = *later || self.activations[activation].later;
                for object in self.read(activation, *receiver) {
                    self.call(
                        activation,
                        statement,
                        object,
                        (&selector.name, arguments, *result, later),
                    );
                }
            }
        }
    }

    fn made(
        &mut self,
        activation: usize,
        statement: usize,
        kind: KindId,
        article: Article,
    ) -> BTreeSet<Object> {
        let Activation { model, step, .. } = self.activations[activation];
        match article {
            Article::The => BTreeSet::from([Object::Shared(kind)]),
            Article::New | Article::Fresh => BTreeSet::from([Object::Fresh {
                step,
                model: address(model),
                statement,
                kind,
            }]),
            Article::Its => {
                let owners = self.read(activation, Base::This.term());
                owners
                    .into_iter()
                    .map(|owner| Object::Its {
                        owner: self.owner(owner),
                        kind,
                    })
                    .collect()
            }
        }
    }

    fn owner(&mut self, object: Object) -> usize {
        self.owners
            .iter()
            .position(|&known| known == object)
            .unwrap_or_else(|| {
                self.owners.push(object);
                self.owners.len() - 1
            })
    }

    fn call(
        &mut self,
        activation: usize,
        statement: usize,
        receiver: Object,
        (name, arguments, result, later): (&'a str, &'a [Option<Term>], Option<Term>, bool),
    ) {
        if let Object::Seen(id) = receiver
            && self.scenario.objects[&id].program
            && self.permitted.insert((activation, statement, id))
        {
            self.permissions_for
                .entry((id, name))
                .or_default()
                .push(self.permissions.len());
            self.permissions.push(Permission {
                activation,
                receiver: id,
                arguments,
                result,
                later,
                statement,
            });
        }
        if receiver == Object::Plain {
            if let Some(result) = result {
                self.write(activation, result, &BTreeSet::from([Object::Plain]));
            }
            return;
        }
        let called = self.called(receiver, name, arguments.len());
        if called.is_empty() && (self.kind(receiver).is_some() || self.inherits(receiver)) {
            return self.call_unknown(activation, receiver, arguments, result);
        }
        for model in called {
            let callee = self.nest(activation, model, receiver, later);
            for (at, argument) in arguments.iter().enumerate() {
                let objects =
                    argument.map_or_else(BTreeSet::new, |term| self.read(activation, term));
                self.add(Node::Of(callee, Base::Argument(at)), &objects);
            }
            if let Some(result) = result {
                let objects = self.set(activation, Node::Of(callee, Base::Result));
                self.write(activation, result, &objects);
            }
        }
    }

    /// Code without models gets these objects.
    pub fn escape(&mut self, objects: BTreeSet<Object>) {
        self.add(Node::Escaped, &objects);
    }

    /// A method without a model: what it is given escapes, and anything that has escaped may come
    /// back.
    fn call_unknown(
        &mut self,
        activation: usize,
        receiver: Object,
        arguments: &[Option<Term>],
        result: Option<Term>,
    ) {
        self.add(Node::Escaped, &BTreeSet::from([receiver]));
        for argument in arguments.iter().flatten() {
            let objects = self.read(activation, *argument);
            self.add(Node::Escaped, &objects);
        }
        if let Some(result) = result {
            let objects = self.read(activation, Base::Escaped.term());
            self.write(activation, result, &objects);
        }
    }

    fn inherits(&self, object: Object) -> bool {
        matches!(object, Object::Seen(id) if self.scenario.objects[&id].inherits)
    }

    /// The models of an object's methods of this name and number of parameters.
    fn called(&self, receiver: Object, name: &str, arity: usize) -> Vec<&'a Model> {
        let models = self.models;
        match self.kind(receiver) {
            Some(kind) => models.methods_named(kind, name, arity).collect(),
            None => match receiver {
                Object::Seen(id) => {
                    let types = self.scenario.objects[&id].types.iter();
                    types
                        .flat_map(|class| models.inherited_named(class, name, arity))
                        .collect()
                }
                _ => Vec::new(),
            },
        }
    }

    fn nest(&mut self, caller: usize, model: &'a Model, receiver: Object, later: bool) -> usize {
        let step = self.activations[caller].step;
        let key = (step * 2 + usize::from(later), address(model), receiver);
        if let Some(&known) = self.nested.get(&key) {
            return known;
        }
        let id = self.push(model, step, later);
        self.nested.insert(key, id);
        self.add(Node::Of(id, Base::This), &BTreeSet::from([receiver]));
        id
    }

    /// The kind of an object of the library.
    pub fn kind(&self, object: Object) -> Option<KindId> {
        match object {
            Object::Fresh { kind, .. } | Object::Its { kind, .. } | Object::Shared(kind) => {
                Some(kind)
            }
            Object::Seen(id) => {
                let class = self.scenario.objects[&id].types.first()?;
                if class.starts_with('[') {
                    self.models.kind_named("array")
                } else {
                    self.models.kind_of(class)
                }
            }
            Object::Plain => None,
        }
    }

    fn nodes(&mut self, activation: usize, term: Term) -> Vec<Node> {
        let base = if term.base == Base::Escaped {
            Node::Escaped
        } else {
            Node::Of(activation, term.base)
        };
        match term.part {
            None => vec![base],
            Some(part) => self
                .set(activation, base)
                .into_iter()
                .map(|object| Node::Part(object, part))
                .collect(),
        }
    }

    fn read(&mut self, activation: usize, term: Term) -> BTreeSet<Object> {
        if term.base == Base::Library {
            return BTreeSet::from([Object::Plain]);
        }
        let nodes = self.nodes(activation, term);
        let mut objects: BTreeSet<Object> = nodes
            .into_iter()
            .flat_map(|node| self.set(activation, node))
            .collect();
        if term.base == Base::Escaped {
            objects.insert(Object::Plain);
        }
        objects
    }

    fn write(&mut self, activation: usize, term: Term, objects: &BTreeSet<Object>) {
        for node in self.nodes(activation, term) {
            if !matches!(node, Node::Part(Object::Plain, _)) {
                self.add(node, objects);
            }
        }
    }

    /// Returns the contents of a node. The activation is told when they grow.
    fn set(&mut self, reader: usize, node: Node) -> BTreeSet<Object> {
        self.readers.entry(node).or_default().insert(reader);
        self.sets.get(&node).cloned().unwrap_or_default()
    }

    fn add(&mut self, node: Node, objects: &BTreeSet<Object>) {
        if objects.is_empty() {
            return;
        }
        let set = self.sets.entry(node).or_default();
        let before = set.len();
        set.extend(objects);
        if set.len() != before {
            self.growth += 1;
            self.dirty
                .extend(self.readers.get(&node).into_iter().flatten());
        }
    }

    /// Returns the objects that the models let be reached from these.
    pub fn closure(&self, from: &BTreeSet<Object>) -> BTreeSet<Object> {
        let mut reached = from.clone();
        let mut pending: Vec<Object> = from.iter().copied().collect();
        while let Some(object) = pending.pop() {
            let first = Node::Part(object, PartId::from_raw(0));
            for (_, set) in self
                .sets
                .range(first..)
                .take_while(|(n, _)| matches!(n, Node::Part(o, _) if *o == object))
            {
                pending.extend(set.iter().filter(|&&next| reached.insert(next)));
            }
        }
        reached
    }

    /// Returns the escaped objects.
    pub fn escaped(&self) -> BTreeSet<Object> {
        self.sets.get(&Node::Escaped).cloned().unwrap_or_default()
    }

    /// Returns the possible results of an activation.
    pub fn result(&self, activation: usize) -> BTreeSet<Object> {
        self.sets
            .get(&Node::Of(activation, Base::Result))
            .cloned()
            .unwrap_or_default()
    }

    /// Returns whether a value may be one of these objects. An object of the library that is new is
    /// taken for those of them that it can be.
    pub fn admit(&mut self, value: Value, allowed: &BTreeSet<Object>) -> bool {
        let Value::Object(id) = value else {
            return true;
        };
        let known = self.objects(value);
        if !known.is_empty() && !self.explained.contains(&id) {
            return known.iter().any(|object| allowed.contains(object));
        }
        let fits = |object: &Object| match *object {
            Object::Fresh { kind, .. } | Object::Its { kind, .. } | Object::Shared(kind) => {
                self.has_type(id, &self.models.kind(kind).ty)
            }
            Object::Plain => true,
            Object::Seen(_) => false,
        };
        let candidates: BTreeSet<Object> = allowed.iter().copied().filter(fits).collect();
        let admitted = !candidates.is_empty();
        if admitted {
            self.known.entry(id).or_default().extend(candidates);
            self.explained.insert(id);
        }
        admitted
    }

    fn has_type(&self, id: u32, ty: &str) -> bool {
        let types = &self.scenario.objects[&id].types;
        types
            .iter()
            .any(|one| one == ty || one.starts_with('[') && ty.starts_with('['))
    }

    /// Returns the model that an activation applies.
    pub fn model(&self, activation: usize) -> &'a Model {
        self.activations[activation].model
    }

    /// The addresses of the models that are at work.
    pub fn used(&self) -> BTreeSet<usize> {
        self.activations
            .iter()
            .map(|activation| address(activation.model))
            .collect()
    }
}
