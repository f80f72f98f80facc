//! The triggers of events, for each kind of subject.

/// The subject of a context: the things that its instances are made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// Nothing: there is one instance.
    Nothing,
    /// A resource.
    Resource,
    /// Two resources.
    Pair,
    /// A key, by `equals`.
    Key,
    /// An iterator.
    Iterator,
    /// A collection and an iterator over it.
    Iteration,
    /// A map, a collection of what is in it, and an iterator.
    View,
    /// A holder, and inside it a resource.
    Held,
    /// A list and a resource in it.
    Listed,
}

/// A trigger as YAML, perhaps with a `where` behind it, and whether it binds the number `n`.
pub type Trigger = (&'static str, bool);

const RESOURCE: &[Trigger] = &[
    ("call Res.open() target r", false),
    ("call Res+.open() target r returning", false),
    ("call Res.close() target r", false),
    ("call Res+.close() target r returning", false),
    ("call Res.use(int n) target r", true),
    ("call Res+.use(int n) target r returning", true),
    ("execution Res+.use(int n) target r", true),
    ("execution Res.open() target r returning", false),
    ("execution Res+.close() target r", false),
    ("call Res.poke() target r", false),
    ("call Res.fail() target r", false),
    ("call Res.fail() target r throwing", false),
    ("call Res.fail() target r returning", false),
    (
        "execution Res.fail() target r throwing (RuntimeException thrown)",
        false,
    ),
    ("new Res(..) returning (r)", false),
    ("new Res+(..) returning (r)", false),
    ("new Sub(..) returning (r)", false),
    ("call Main.take(Res r)", false),
    ("execution Main.take(Res r) returning", false),
    ("call Factory.make() returning (r)", false),
    ("call Factory.*(..) returning (Res r)", false),
    ("call Res.self() returning (r)", false),
    ("call Holder.set(Res r)", false),
    ("call Holder.get() returning (r)", false),
    ("call Task.run(Res r)", false),
    ("execution Task+.run(Res r)", false),
    ("call Sub.open() target r", false),
    ("call Res.link(Res r)", false),
    ("call List.add(Res r)", false),
    ("call Iterator.next() returning (Res r)", false),
    ("call *.*() caller Res r", false),
];

/// The triggers that bind a resource that a field holds.
const READ: &[Trigger] = &[
    (
        "call Holder.set(*) target Holder o where r = o.field;",
        false,
    ),
    (
        "call Holder.set(*) target Holder o returning where r = o.field;",
        false,
    ),
    (
        "call Holder.get() target Holder o where r = o.get();",
        false,
    ),
    (
        "execution Holder.set(*) target Holder o where r = o.get();",
        false,
    ),
    (
        "new Holder() returning (Holder o) where r = o.field;",
        false,
    ),
    ("call Res+.poke() target Res q where r = q.next;", false),
    (
        "call Res.link(*) target Res q returning where r = q.next;",
        false,
    ),
    (
        "execution Res.close() target Res q returning where r = (Res) q.next;",
        false,
    ),
];

/// The same for a second resource.
const SECOND: &[Trigger] = &[
    ("call Res+.open() target s", false),
    ("call Res.close() target s", false),
    ("call Res.use(int n) target s", true),
    ("new Res+(..) returning (s)", false),
    ("execution Res.poke() target s", false),
];

const BOTH: &[Trigger] = &[
    ("call Res.link(Res s) target r", false),
    ("execution Res.link(Res s) target r returning", false),
    ("call Factory.pick(Res r) returning (Res s)", false),
    ("call Res.self() target r returning (s)", false),
    ("call Res.link(Res s) target r returning", false),
];

const KEY: &[Trigger] = &[
    ("call Key.put(int n) target k", true),
    ("call Key.get() target k", false),
    ("execution Key.drop() target k", false),
    ("new Key(int n) returning (k)", true),
    ("call Key.drop() target k returning", false),
];

const ITERATOR: &[Trigger] = &[
    ("call Iterator.hasNext() target i", false),
    ("call Iterator+.next() target i", false),
    ("call Iterator.next() target i returning", false),
    ("call Iterator.hasNext() target i returning", false),
    ("call Iterable+.iterator() returning (Iterator i)", false),
    ("call Iterator.remove() target i", false),
    ("call Iterator.next() target i throwing", false),
];

const MAKES_ITERATOR: &[Trigger] = &[
    ("call Collection+.iterator() target c returning (i)", false),
    ("call List.iterator() target c returning (i)", false),
];

const COLLECTION: &[Trigger] = &[
    ("call Collection+.add(*) target c", false),
    ("call Collection+.add(*) target c returning", false),
    ("call Collection+.clear() target c", false),
    ("call List.get(int n) target c", true),
    ("call Collection+.removeIf(*) target c", false),
];

const VIEW: &[Trigger] = &[
    ("call Map.values() target m returning (c)", false),
    ("call Map+.values() target m returning (c)", false),
];

const MAP: &[Trigger] = &[
    ("call Map.put(*, *) target m returning", false),
    ("call Map+.remove(*) target m", false),
    ("call Map.computeIfAbsent(..) target m", false),
];

const HOLDER: &[Trigger] = &[
    ("call Holder.set(*) target h", false),
    ("call Holder.get() target h returning", false),
    ("new Holder() returning (h)", false),
];

const HOLDS: &[Trigger] = &[
    ("call Holder.set(Res r) target h", false),
    ("call Holder.get() target h returning (r)", false),
    ("execution Holder.set(Res r) target h returning", false),
];

const LISTS: &[Trigger] = &[
    ("call List.add(Res r) target c", false),
    ("call Collection+.add(Res r) target c returning", false),
    ("call List.get(int n) target c returning (Res r)", true),
];

impl Subject {
    /// Returns whether instances have several parameters in one context.
    pub fn is_tuple(self) -> bool {
        matches!(
            self,
            Subject::Pair | Subject::Iteration | Subject::View | Subject::Listed
        )
    }

    /// The parameters as YAML; empty for the global context.
    pub fn parameters(self) -> &'static str {
        match self {
            Subject::Nothing => "",
            Subject::Resource => "Res r",
            Subject::Pair => "Res r, Res s",
            Subject::Key => "Key k by equals",
            Subject::Iterator => "Iterator i",
            Subject::Iteration => "Collection c, Iterator i",
            Subject::View => "Map m, Collection c, Iterator i",
            Subject::Held => "Holder h",
            Subject::Listed => "List c, Res r",
        }
    }

    /// Triggers that bind all parameters, and such that bind some.
    pub fn triggers(self) -> (Vec<Trigger>, Vec<Trigger>) {
        let several = |lists: &[&[Trigger]]| lists.concat();
        match self {
            Subject::Nothing => (several(&[RESOURCE, KEY, ITERATOR]), Vec::new()),
            Subject::Resource => (several(&[RESOURCE, READ]), Vec::new()),
            Subject::Pair => (
                BOTH.to_vec(),
                several(&[RESOURCE, READ, SECOND, SECOND, SECOND]),
            ),
            Subject::Key => (KEY.to_vec(), Vec::new()),
            Subject::Iterator => (ITERATOR.to_vec(), Vec::new()),
            Subject::Iteration => (
                MAKES_ITERATOR.to_vec(),
                several(&[ITERATOR, COLLECTION, COLLECTION]),
            ),
            Subject::View => (
                several(&[VIEW, MAKES_ITERATOR]),
                several(&[ITERATOR, MAP, MAP, MAKES_ITERATOR]),
            ),
            Subject::Held => (HOLDER.to_vec(), Vec::new()),
            Subject::Listed => (LISTS.to_vec(), several(&[RESOURCE, READ, COLLECTION])),
        }
    }

    /// Triggers for the resource inside a holder.
    pub fn inner_triggers() -> (Vec<Trigger>, Vec<Trigger>) {
        (HOLDS.to_vec(), [RESOURCE, READ].concat())
    }
}
