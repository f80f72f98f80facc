//! A small program of several threads through the whole comparison, and faults that are planted in
//! it.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use ir::{CallSiteId, Program as Lowered};
use java_compiled::{ClassFiles, Pairs, pair};
use jvm::jdk::Jdk;
use points_to::models::Models;
use points_to::{Callee, PointsTo};
use tempfile::TempDir;

use super::base::{WholeProgram, compared};
use super::comparison::{Recall, compare};
use super::recorder::{record, weaving_jdk};
use super::recording::Recording;
use super::static_calls::StaticCalls;
use super::{Analysed, Subject, analysed, class_files};

const TEXT: &str = r#"package driver;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
public class Driver {
    enum Kind { SMALL, LARGE { int n() { return 2; } }; int n() { return 1; } }
    record Pair(String left, Item right) {}
    static class Item implements Comparable<Item> {
        final int n;
        final List<String> names = new ArrayList<>();
        Item(int n) { if (n > 90) throw new IllegalStateException(); this.n = n; }
        public int compareTo(Item other) { return Integer.compare(n, other.n); }
        public String toString() { return "i" + n; }
        public int hashCode() { return n; }
        static Item of(int n) { return new Item(n); }
    }
    static class Lazy { static final Item ITEM = Item.of(7); }
    static class Broken extends Item { Broken() { super(99); } }
    class Inner { int deep() { return count() + 1; } }
    int count() { return 3; }
    static int down(int n) { return n == 0 ? 0 : 1 + down(n - 1); }
    static String switched(Kind kind) {
        switch (kind) { case SMALL: return "s"; default: return "l" + kind.n(); }
    }
    static int work(int n) {
        List<Item> items = new ArrayList<>();
        Function<Integer, Item> make = Item::of;
        for (int i = 0; i < 5; i++) items.add(make.apply((i * 7 + n) % 5));
        Collections.sort(items);
        int sum = 0;
        for (Item item : items) { item.names.add("x"); sum += item.n * item.names.size(); }
        Iterator<Item> walk = items.iterator();
        while (walk.hasNext()) if (walk.next().n == 2) walk.remove();
        return sum + items.size();
    }
    public static void main(String[] arguments) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 0; i < 4; i++) { int n = i; results.add(pool.submit(() -> work(n))); }
        int sum = 0;
        for (Future<Integer> result : results) sum += result.get();
        pool.shutdown();
        Thread thread = new Thread() { @Override public void run() { System.out.println(Lazy.ITEM + "!" + new Driver().new Inner().deep()); } };
        thread.start();
        thread.join();
        try { new Broken(); } catch (IllegalStateException e) { sum += down(200); }
        Map<String, Item> all = new TreeMap<>(Comparator.comparing(String::length));
        all.put("a", Item.of(1));
        all.computeIfAbsent("bb", key -> { if (key.isEmpty()) throw new IllegalStateException(); return Item.of(2); });
        all.values().forEach(System.out::println);
        System.out.println(sum + switched(Kind.LARGE) + switched(Kind.SMALL) + new Pair("p", Item.of(3)).hashCode() + new Pair("p", Item.of(4)));
    }
}
"#;

struct Recorded {
    recording: Recording,
    program: Lowered,
    pairs: Pairs,
}

impl Recorded {
    fn analysed(&self) -> Analysed {
        analysed(&self.program, &Models::jdk(), Some(&BTreeSet::new()))
            .expect("the driver is there")
    }

    fn compare(&self, recording: &Recording, analysed: &Analysed, points_to: &PointsTo) -> Recall {
        let calls = StaticCalls::new(
            &self.program,
            points_to,
            &analysed.roots.entries,
            &self.pairs,
        );
        compare(&self.program, recording, &self.pairs, &calls)
    }

    /// Calls and methods of the recorded edges: `caller -> method`, `-> method` where the virtual
    /// machine is the caller.
    fn edges(&self) -> BTreeSet<String> {
        let short = |text: &str| text.split('(').next().unwrap_or_default().to_owned();
        let name = |number: &u32| {
            let method = &self.recording.methods[number];
            format!(
                "{}.{}",
                method.class.trim_start_matches("driver/Driver"),
                short(&method.method)
            )
        };
        let caller = |site: &u32| {
            self.recording
                .sites
                .get(site)
                .map(|site| short(&site.callee))
        };
        let edges = self.recording.edges.iter();
        edges
            .map(|(site, method)| {
                format!("{} -> {}", caller(site).unwrap_or_default(), name(method))
            })
            .collect()
    }
}

/// The recorded program; `None`, with the reason printed, where no JDK can weave the recorder in.
fn recorded() -> Option<&'static Recorded> {
    static RECORDED: OnceLock<Option<Recorded>> = OnceLock::new();
    let recorded = RECORDED.get_or_init(|| match weaving_jdk() {
        Ok(weaving) => Some(record_text(&weaving)),
        Err(reason) => {
            eprintln!("ignored: {reason}");
            None
        }
    });
    recorded.as_ref()
}

fn record_text(weaving: &Jdk) -> Recorded {
    let folder: TempDir = tempfile::tempdir().expect("a folder");
    let subject = Subject::small(folder.path(), TEXT);
    let jdk = Jdk::from_environment().expect("a JDK");
    let run = record(&subject, &jdk, weaving, false).expect("the program runs");
    let program = subject.lower(&jdk).expect("the program is lowered");
    let emitted =
        ClassFiles::read(&class_files(&run.classes).expect("class files")).expect("class files");
    let pairs = pair(&program, &emitted);
    Recorded {
        recording: run.recording,
        program,
        pairs,
    }
}

#[test]
fn recorder_sees_threads_callbacks_and_conversions() {
    let Some(recorded) = recorded() else { return };
    let edges = recorded.edges();
    for expected in [
        " -> .main",
        " -> .lambda$main$0",
        " -> $1.run",
        " -> $Lazy.<clinit>",
        "driver/Driver.work -> .work",
        "driver/Driver$Item.of -> $Item.of",
        "java/util/function/Function.apply -> $Item.of",
        "java/util/Collections.sort -> $Item.compareTo",
        "driver/Driver.down -> .down",
        "driver/Driver$Item.<init> -> $Item.<init>",
        "driver/Driver$Kind.n -> $Kind$1.n",
        "java/util/Map.computeIfAbsent -> .lambda$main$1",
        "java/util/Collection.forEach -> $Item.toString",
        "-.hashCode -> $Item.hashCode",
    ] {
        assert!(
            edges.contains(expected),
            "{expected} is not among\n{edges:#?}"
        );
    }
    assert!(
        edges
            .iter()
            .any(|edge| edge.ends_with(" -> $Item.toString") && edge.contains("valueOf")),
        "{edges:#?}"
    );
}

#[test]
fn program_of_threads_is_recalled_whole() {
    let Some(recorded) = recorded() else { return };
    let analysed = recorded.analysed();
    let recall = recorded.compare(&recorded.recording, &analysed, &analysed.points_to);
    assert_eq!(recall.missing_edges, BTreeSet::new());
    let pairs = recall
        .missing_pairs
        .iter()
        .map(|&(a, b)| [a, b].map(|site| &recorded.program.calls[site]));
    assert!(
        recall.missing_pairs.is_empty(),
        "{:#?}",
        pairs.collect::<Vec<_>>()
    );
    assert_eq!(recall.unmapped, BTreeSet::new());
    assert!(
        recall.executed > 20 && recall.edges > 30 && recall.pairs > 30,
        "{recall:?}"
    );
}

#[test]
fn edge_taken_out_of_the_call_graph_is_missing() {
    let Some(recorded) = recorded() else { return };
    let mut analysed = recorded.analysed();
    let mut planted = 0;
    for &(site, method) in &recorded.recording.edges {
        let lowered = recorded
            .recording
            .sites
            .get(&site)
            .and_then(|site| recorded.pairs.calls.get(&site.call));
        let (Some(&lowered), Some(&callee)) = (
            lowered,
            recorded
                .pairs
                .methods
                .get(&recorded.recording.methods[&method]),
        ) else {
            continue;
        };
        let Some(taken) = take(&mut analysed.points_to, lowered, Callee::Method(callee)) else {
            continue;
        };
        let recall = recorded.compare(&recorded.recording, &analysed, &analysed.points_to);
        assert!(
            recall
                .missing_edges
                .iter()
                .any(|edge| edge.method == callee && edge.caller == Some(site)),
            "{site} {method}"
        );
        analysed
            .points_to
            .targets
            .entry(lowered)
            .or_default()
            .insert(taken);
        planted += 1;
    }
    assert!(planted > 15, "{planted} edges were taken out");
}

fn take(points_to: &mut PointsTo, site: CallSiteId, callee: Callee) -> Option<Callee> {
    points_to
        .targets
        .get_mut(&site)
        .and_then(|targets| targets.take(&callee))
}

#[test]
fn callback_that_the_library_never_makes_is_missing() {
    let Some(recorded) = recorded() else { return };
    let mut analysed = recorded.analysed();
    let points_to = &mut analysed.points_to;
    let called_back = points_to.during.values().flatten();
    let mut methods = points_to.anytime.iter().chain(called_back).copied();
    let run = methods.find(|&m| &*recorded.program.methods[m].name == "compareTo");
    let run = run.expect("the library compares");
    points_to.anytime.remove(&run);
    for methods in points_to.during.values_mut() {
        methods.remove(&run);
    }
    let recall = recorded.compare(&recorded.recording, &analysed, &analysed.points_to);
    assert_eq!(
        recall
            .missing_edges
            .iter()
            .map(|edge| edge.method)
            .collect::<BTreeSet<_>>(),
        BTreeSet::from([run])
    );
}

#[test]
fn receivers_that_the_analysis_keeps_apart_are_a_missing_alias() {
    let Some(recorded) = recorded() else { return };
    let analysed = recorded.analysed();
    let site = |callee: &str| {
        let found = recorded
            .recording
            .sites
            .iter()
            .find(|(_, site)| site.callee.starts_with(callee));
        *found.unwrap_or_else(|| panic!("no call of {callee}")).0
    };
    let mut recording = recorded.recording.clone();
    recording.objects.push(vec![
        site("driver/Driver$Inner.deep"),
        site("driver/Driver$Kind.n"),
    ]);
    let recall = recorded.compare(&recording, &analysed, &analysed.points_to);
    assert_eq!(recall.missing_pairs.len(), 1);
}

/// Calls inside `java.base`, into it and out of it: all are in the class hierarchy, and the lack of
/// any one is seen.
#[test]
fn calls_inside_the_jdk_are_recalled_and_missed() {
    let Ok(weaving) = weaving_jdk() else {
        return eprintln!("ignored: no JDK can weave the recorder in");
    };
    let folder: TempDir = tempfile::tempdir().expect("a folder");
    let subject = Subject::small(folder.path(), TEXT);
    let jdk = Jdk::from_environment().expect("a JDK");
    let run = record(&subject, &jdk, &weaving, true).expect("the program runs");
    let base = run.recording.base.as_ref().expect("`java.base`");
    let whole = WholeProgram::lower(&subject, &jdk).expect("class files");
    let mut graph = whole.graph(&run.recording, base);
    let recall = compared(&whole, &run.recording, base, &graph);
    assert_eq!(recall.missing, BTreeSet::new());
    assert_eq!(recall.unmapped, BTreeSet::new());
    assert!(recall.executed > 500 && recall.direct > 1000, "{recall:?}");

    // The comparison of the keys of a map, and the functional object that a method of streams runs.
    for (caller, callee) in [
        ("java/util/TreeMap", "lambda$comparing$"),
        ("java/util/TreeMap", "java/util/TreeMap$Entry.<init>"),
        ("driver/Driver", "java/util/ArrayList.add"),
        (
            "java/util/ComparableTimSort",
            "driver/Driver$Item.compareTo",
        ),
    ] {
        let edge = base.edges.iter().find_map(|(site, method)| {
            let recording = &run.recording;
            let name = base
                .methods
                .get(method)
                .or_else(|| recording.methods.get(method))?;
            let site = base.sites.get(site).or_else(|| recording.sites.get(site))?;
            let name = format!("{}.{}", name.class, name.method);
            let is_asked = site.call.method.class.starts_with(caller) && name.contains(callee);
            is_asked.then_some((whole.pairs.calls.get(&site.call)?, name))
        });
        let (&site, name) = edge.unwrap_or_else(|| panic!("{caller} runs no {callee}"));
        let taken = graph.targets.insert(site, BTreeSet::new());
        let recall = compared(&whole, &run.recording, base, &graph);
        assert!(
            recall.missing.iter().any(|edge| edge.ends_with(&name)),
            "{name} is not missed: {recall:?}"
        );
        graph.targets.insert(site, taken.unwrap_or_default());
    }
}
