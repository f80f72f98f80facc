//! The parts of an object of the library: the views of maps.

use points_to::models::Models;
use points_to::{Node, ObjectId, PointsTo, Variable};

use super::support::{Solved, solve_with};

/// Returns whether `x` and `y` of `main` may be one object.
fn alias(main: &str) -> bool {
    alias_with(main, &Models::jdk())
}

fn alias_with(main: &str, models: &Models) -> bool {
    let members = format!(
        "static Collection<String> kept; static Map<String, String> m = new HashMap<>(), n = new TreeMap<>();
         static void keep(Map<String, String> map) {{ kept = map.keySet(); }}
         static Map<String, String> either(boolean first) {{ return first ? m : n; }}
         public static void main(String[] a) {{ {main} }}"
    );
    let solved = solve_with(&members, models);
    let Solved { points_to, .. } = &solved;
    let objects = |name| {
        let Variable { method, local } = solved.local("main", name);
        points_to.objects(Node::Local(method, local)).into_owned()
    };
    let (x, y) = (objects("x"), objects("y"));
    assert!(
        are_spoken_for(points_to, &x) && are_spoken_for(points_to, &y),
        "{x:?} {y:?}"
    );
    !x.is_disjoint(&y)
}

/// Sets hold something, and the library's object where one of theirs may be the same as another.
fn are_spoken_for(points_to: &PointsTo, objects: &roaring::RoaringBitmap) -> bool {
    let is_identified = |object: u32| points_to.is_identified(ObjectId::from_raw(object));
    !objects.is_empty()
        && (objects.contains(ObjectId::LIBRARY.raw()) || objects.iter().all(is_identified))
}

#[test]
fn maps_have_views_of_their_own() {
    assert!(!alias("Object x = m.keySet(), y = n.keySet();"));
    assert!(!alias("Object x = m.keySet(), y = m.values();"));
    assert!(!alias("Object x = m.entrySet(), y = m.values();"));
    assert!(!alias(
        "Object x = new HashMap<>(m).keySet(), y = new HashMap<>(m).keySet();"
    ));
    assert!(!alias(
        "Object x = new Hashtable<>(m).keySet(), y = n.keySet();"
    ));
    assert!(!alias("keep(n); Object x = m.keySet(), y = kept;"));
}

#[test]
fn a_view_is_one_wherever_it_is_asked_for() {
    assert!(alias("Object x = m.keySet(), y = m.keySet();"));
    assert!(alias("keep(m); Object x = m.keySet(), y = kept;"));
    assert!(alias(
        "Object x = either(a == null).keySet(), y = n.keySet();"
    ));
    assert!(alias(
        "Map<String, String> map = Collections.unmodifiableMap(m); Object x = map.keySet(), y = map.keySet();"
    ));
    assert!(alias(
        "Object x = either(a == null).values(), y = either(a != null).values();"
    ));
}

/// Nobody says that a clone is no object that was there before.
#[test]
fn what_belongs_to_maps_that_may_be_one_may_be_one() {
    let clones = "HashMap<String, String> h = new HashMap<>(); Map<?, ?> p = (Map<?, ?>) h.clone(), q = (Map<?, ?>) h.clone();";
    assert!(alias(&format!(
        "{clones} Object x = p.keySet(), y = q.keySet();"
    )));
}

/// Code without sources has asked for it, perhaps; or another method gives it out under another
/// name.
#[test]
fn what_belongs_to_what_has_escaped_may_be_anything_of_the_library() {
    let escapes = "System.getProperties().put(\"map\", m);";
    let gets = "Object y = System.getProperties().get(\"set\");";
    assert!(alias(&format!("{escapes} {gets} Object x = m.keySet();")));
    assert!(!alias(&format!("{gets} Object x = m.keySet();")));
    // It has come back, among all that has escaped.
    let back =
        "Map<?, ?> b = (Map<?, ?>) System.getProperties().get(\"map\"); Object y = b.keySet();";
    assert!(alias(&format!("{escapes} Object x = m.keySet(); {back}")));
    assert!(alias(&format!(
        "System.getProperties().put(\"n\", n); {escapes} Object x = m.keySet(); {back}"
    )));
    let raw = "HashMap<?, ?> b = (HashMap<?, ?>) System.getProperties().get(\"map\"); Object y = b.keySet();";
    assert!(alias(&format!(
        "System.getProperties().put(\"o\", new HashMap<>(m)); {escapes} Object x = m.keySet(); {raw}"
    )));
    let navigable = "TreeMap<String, String> t = new TreeMap<>();";
    assert!(alias(&format!(
        "{navigable} Object x = t.keySet(), y = t.navigableKeySet();"
    )));
    assert!(alias(&format!(
        "{navigable} Object x = t.keySet(), y = t.descendingMap().descendingKeySet();"
    )));
}

/// A map that has come back is known as a map only: a model may say no more than that there is a
/// view.
#[test]
fn what_is_claimed_of_every_map_holds_for_those_that_have_escaped() {
    let claim = "version: 1
kinds:
  unknown_map:
    type: java.util.Map
    library: true
    methods:
      \"keySet()\": [\"result = new view\", \"escaped <-> result.elements\"]
";
    let models = Models::jdk()
        .extended(claim, "claim.yaml")
        .expect("the claim is well-formed");
    let back = "System.getProperties().put(\"map\", m); Object x = m.keySet();
                Map<?, ?> b = (Map<?, ?>) System.getProperties().get(\"map\"); Object y = b.keySet();";
    assert!(alias_with(back, &models));
}

/// Models ask maps for their views, too.
#[test]
fn what_models_put_into_views_is_there() {
    let put = "Map.Entry<String, Object> e = null; Map<String, Object> map = new HashMap<>(); map.put(\"\", new A());
               for (Map.Entry<String, Object> each : map.entrySet()) e = each;
               Object x = e.getValue(), y = map.get(\"\");";
    assert!(alias(put));
    let through = "Map<String, Object> map = new HashMap<>(); Object x = new A();
                   for (Map.Entry<String, Object> each : map.entrySet()) each.setValue(x);
                   Object y = new TreeMap<>(map).get(\"\");";
    assert!(alias(through));
    let passed = "Map<String, Object> map = new HashMap<>(); Object x = new A(); map.put(\"\", x);
                  Object y = new ArrayList<>(map.values()).get(0);";
    assert!(alias(passed));
}
