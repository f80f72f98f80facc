//! Specifications of JavaMOP, from the file to the reports of the woven program.

use test_support::Project;

const PROGRAM: &str = "
//- rules/has_next.mop
package mop;
import java.util.*;
import com.runtimeverification.rvmonitor.java.rt.RVMLogging;
import com.runtimeverification.rvmonitor.java.rt.RVMLogging.Level;

/** Asked before taken. */
HasNext(Iterator i) {
  event yes after(Iterator i) returning(boolean b) : call(* Iterator+.hasNext()) && target(i) && condition(b) {}
  event no after(Iterator i) returning(boolean b) : call(* Iterator+.hasNext()) && target(i) && condition(!b) {}
  event next before(Iterator i) : call(* Iterator+.next()) && target(i) {}
  ltl: [](next => (*) yes)
  @violation {
    RVMLogging.out.println(Level.CRITICAL, __DEFAULT_MESSAGE);
    if (i == null) {
      RVMLogging.out.println(Level.CRITICAL, \"nothing\");
    }
  }
}
//- rules/two.mop
package rules;
import java.util.*;

UnsafeIterator(Collection c, Iterator i) {
  creation event create after(Collection c) returning(Iterator i) :
    call(Iterator Collection+.iterator()) && target(c) {}
  event update before(Collection c) :
    (call(* Collection+.remove*(..)) || call(* Collection+.add*(..))) && target(c) && !target(LinkedList) {}
  event next before(Iterator i) : call(* Iterator+.next(..)) && target(i) {}
  ere : create next* update+ next
  @match { System.err.println(\"changed\"); __RESET; }
}

Lease(Pool p, Lease l) {
  int uses = 0;
  event take after(Pool p) returning(Lease l) : call(Lease Pool+.take(..)) && target(p) {}
  event use before(Lease l, int n) : call(* Lease.use(.., int)) && target(l) && args(.., n) && condition(n > 0)
    { this.uses++; }
  event drain before(Pool p) : call(* Pool.drain()) && target(p) {}
  fsm : fresh [ take -> taken ]
        taken [ use -> taken drain -> drained ]
        drained [ default drained use -> late ]
        late [ use -> late default late ]
  alias wrong = late
  @wrong { System.err.println(\"late\"); Pool.total += uses; }
}

Sleep() {
  event sleep before(long ms) : call(* Thread.sleep(long, ..)) && args(ms, ..) && condition(ms < 0)
    { System.err.println(__DEFAULT_MESSAGE); }
}
//- rules/deciding.mop
package rules;
import java.util.*;

Text() {
  int longest = 0;
  event made after() returning(String s) : call(String String.repeat(int)) {
    if (s == null) return;
    int length = s.length();
    if (length > this.longest) {
      longest = length;
      return;
    }
    for (int i = 0; i < 1; i++) {
      RVMLogging.out.println(Level.CRITICAL, __DEFAULT_MESSAGE + \" (\" + s + \")\");
    }
  }
}

Third(Lease l) {
  int uses = 0;
  event use before(Lease l, int n) : call(* Lease.use(.., int)) && target(l) && args(.., n) {
    uses += n;
    if (uses < 3) return;
  }
  ere : use use
  @match { System.err.println(\"third\"); }
}
//- src/rules/Pool.java
package rules;
public class Pool {
    public static int total;
    Lease take(String name) { return new Lease(); }
    void drain() { }
}
//- src/rules/Lease.java
package rules;
public class Lease {
    void use(int n) { }
    void use(String why, int n) { }
}
//- src/rules/Main.java
package rules;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws Exception {
        List<String> names = new ArrayList<>(List.of(\"a\", \"b\"));
        for (String name : names) {
            name.length();
        }
        Iterator<String> i = names.iterator();
        i.next();
        names.add(\"c\");
        names.add(\"d\");
        try {
            i.next();
        } catch (ConcurrentModificationException expected) {
            System.out.println(\"changed\");
        }
        List<String> linked = new LinkedList<>(names);
        Iterator<String> j = linked.iterator();
        linked.add(\"e\");
        if (j.hasNext()) {
            System.out.println(linked.size());
        }

        Pool pool = new Pool();
        Lease lease = pool.take(\"x\");
        lease.use(1);
        lease.use(\"why\", 1);
        pool.drain();
        lease.use(0);
        lease.use(\"why\", 2);
        lease.use(3);
        Lease early = new Lease();
        early.use(1);
        System.out.println(Pool.total);
        try {
            Thread.sleep(-1);
        } catch (IllegalArgumentException expected) {
            System.out.println(\"negative\");
        }
        Thread.sleep(0);
        \"a\".repeat(3);
        \"a\".repeat(4);
        \"a\".repeat(2);
    }
}
";

#[test]
fn specifications_are_analyzed_and_woven() {
    let project = Project::new(PROGRAM);
    project.javac("src", "classes");
    project
        .residua("analyze --source src --property rules --out out")
        .succeeds();
    let [full, optimized] = ["--full", ""].map(|option| {
        let woven = format!("woven{option}");
        project
            .residua(&format!(
                "weave --plan out/plan.json --classes classes -o {woven} {option}"
            ))
            .succeeds();
        let run = project.java(&format!("-cp {woven} rules.Main")).succeeds();
        assert_eq!(run.stdout, "changed\n5\n7\nnegative\n", "{}", run.stderr);
        let mut reports: Vec<String> = run
            .stderr
            .lines()
            .map(|line| line.split(" (").next().unwrap_or(line).to_owned())
            .collect();
        reports.sort();
        reports
    });
    let violation = |what: &str| format!("residua: violation of {what}");
    let mut expected = [
        "HasNext in violation by next at rules/Main.java:11",
        "Lease in wrong by use at rules/Main.java:32",
        "Lease in wrong by use at rules/Main.java:33",
        "Sleep in reported by Sleep_sleep at rules/Main.java:38",
        "Text in reported by Text_made at rules/Main.java:45",
        "Third in match by use at rules/Main.java:33",
        "UnsafeIterator in match by next at rules/Main.java:15",
    ]
    .map(violation);
    expected.sort();
    assert_eq!(full, expected);
    assert_eq!(optimized, expected);
}

#[test]
fn a_pattern_that_matches_nothing_is_reported() {
    let text = PROGRAM.replace("call(* Pool.drain())", "call(void Pool.drain(int))");
    let project = Project::new(&text);
    let run = project
        .residua("analyze --source src --property rules --out out")
        .succeeds();
    assert!(run.stderr.contains("rules/two.mop:19"), "{}", run.stderr);
    assert!(run.stderr.contains("Pool.drain()"), "{}", run.stderr);
}

const NESTED: &str = "
//- nested.mop
package locks;
Balanced(Lock l) {
  event open before(Lock l) : call(* Lock.open()) && target(l) {}
  event close before(Lock l) : call(* Lock.close()) && target(l) {}
  event other before(Lock l) : call(* Lock.other()) && target(l) {}
  cfg : S -> S open S close | epsilon
  @match { System.err.println(\"balanced\"); }
}
Unbalanced(Lock l) {
  event open before(Lock l) : call(* Lock.open()) && target(l) {}
  event close before(Lock l) : call(* Lock.close()) && target(l) {}
  event other before(Lock l) : call(* Lock.other()) && target(l) {}
  cfg : S -> open S close S | epsilon
  @fail { System.err.println(\"unbalanced\"); __RESET; }
}
//- src/locks/Lock.java
package locks;
public class Lock {
    void open() { }
    void close() { }
    void other() { }
}
//- src/locks/Main.java
package locks;

public class Main {
    static int balanced;
    static int unbalanced;

    public static void main(String[] arguments) {
        for (int length = 1; length <= 5; length++) {
            int words = (int) Math.pow(3, length);
            for (int word = 0; word < words; word++) {
                follow(word, length);
            }
        }
        new Lock().other();
        unbalanced++;
        System.out.println(balanced + \" \" + unbalanced);
    }

    static void follow(int word, int length) {
        Lock lock = new Lock();
        int depth = 0;
        int anew = 0;
        boolean failed = false;
        for (int rest = word; length > 0; length--, rest /= 3) {
            switch (rest % 3) {
                case 0: lock.open(); depth++; anew++; break;
                case 1: lock.close(); depth--; anew--; break;
                default: lock.other(); failed = true; anew = -1; break;
            }
            failed |= depth < 0;
            if (!failed && depth == 0) balanced++;
            if (anew < 0) {
                unbalanced++;
                anew = 0;
            }
        }
    }
}
";

#[test]
fn grammars_that_are_not_regular_are_followed_by_woven_monitors() {
    let project = Project::new(NESTED);
    project.javac("src", "classes");
    let summary = project
        .residua("analyze --source src --property nested.mop --out out")
        .succeeds()
        .stdout;
    // The last call ends a word that could be balanced before it has begun.
    assert_eq!(super::kept(&summary, "Balanced"), 3, "{summary}");
    for option in ["--full", ""] {
        project
            .residua(&format!(
                "weave --plan out/plan.json --classes classes -o woven {option}"
            ))
            .succeeds();
        let run = project.java("-cp woven locks.Main").succeeds();
        let told = |property: &str| {
            run.stderr
                .lines()
                .filter(|line| line.contains(property))
                .count()
        };
        let counted = format!(
            "{} {}\n",
            told(" of Balanced in match "),
            told(" of Unbalanced in fail ")
        );
        assert_eq!(run.stdout, counted, "{option}");
        assert!(
            run.stderr.lines().count() > 200,
            "{option}: {}",
            run.stderr.lines().count()
        );
    }
}

#[test]
fn residual_properties_are_written_in_the_language_of_their_originals() {
    let project = Project::new(PROGRAM);
    project
        .residua("analyze --source src --property rules --out out")
        .succeeds();
    let written = project.names("out");
    assert!(
        written.contains(&"has_next.residual.mop".to_owned()),
        "{written:?}"
    );
    let residual = project.read("out/has_next.residual.mop");
    assert!(
        residual.contains("HasNext(Iterator i)") && residual.contains("@violation"),
        "{residual}"
    );
    assert!(
        residual.contains("/** Asked before taken. */\nHasNext(Iterator i) {\n"),
        "{residual}"
    );
    project
        .residua("check out/has_next.residual.mop")
        .succeeds();
}

#[test]
fn why_a_residual_is_not_written_in_its_language_is_told() {
    let project = Project::new(PROGRAM);
    let rule = project.read("rules/has_next.mop");
    let counting = rule.replacen(
        "HasNext(Iterator i) {",
        "HasNext(Iterator i) {\n  int steps = 0;",
        1,
    );
    let counting = counting.replacen("target(i) {}", "target(i) { steps++; }", 1);
    assert_eq!(counting.matches("steps").count(), 2, "{counting}");
    project.write("rules/has_next.mop", counting.as_bytes());
    let run = project
        .residua("analyze --source src --property rules --out out")
        .succeeds();
    assert!(
        !project
            .names("out")
            .contains(&"has_next.residual.mop".to_owned())
    );
    assert!(
        run.stderr.contains("in `has_next.residual.yaml` alone"),
        "{}",
        run.stderr
    );
}

#[test]
fn properties_are_converted_to_the_language_of_javamop() {
    let project = Project::new(PROGRAM);
    let mop = project
        .residua("convert rules/has_next.mop --to mop")
        .succeeds()
        .stdout;
    assert!(
        mop.contains(
            "event next before(Iterator i) :\n        call(* Iterator+.next()) && target(i) {}"
        ),
        "{mop}"
    );
    let yaml = project
        .residua("convert rules/has_next.mop --to yaml")
        .succeeds()
        .stdout;
    project.write("again.mop", mop.as_bytes());
    assert_eq!(
        project
            .residua("convert again.mop --to yaml")
            .succeeds()
            .stdout,
        yaml
    );
    let refused = Project::new(NESTED).residua("convert nested.mop --to mop");
    refused.fails_with(
        2,
        &["cannot be said in the language of JavaMOP", "nested.mop:4"],
    );
}

/// Two of the objects are not closed, one of which has a finalizer that calls that of its
/// superclass. `Main` waits for three, which the JVM may run on two threads at once.
const FINALIZED: &str = "
//- end.mop
package app;
Leak(R r) {
  pointcut of(R o) : target(o) && !within(Plain);
  event open before(R r) : call(* R.open()) && of(r) {}
  event close before(R r) : call(* R.close()) && of(r) {}
  event end after(R r) : endObject(R r) {}
  ere : open end
  @match { System.err.println(\"never closed\"); }
}
Again(R r) {
  event end before(R r) : endObject(R r) {}
  ere : end end
  @match { System.err.println(\"twice\"); }
}
//- src/app/R.java
package app;
public class R {
    static final java.util.concurrent.atomic.AtomicInteger ENDS = new java.util.concurrent.atomic.AtomicInteger();
    void open() { }
    void close() { }
    protected void finalize() throws Throwable { ENDS.incrementAndGet(); }
}
//- src/app/Sub.java
package app;
public class Sub extends R {
    protected void finalize() throws Throwable {
        super.finalize();
    }
}
//- src/app/Main.java
package app;

public class Main {
    public static void main(String[] arguments) throws Exception {
        use(new R(), true);
        use(new R(), false);
        use(new Sub(), false);
        new Plain().run();
        for (int n = 0; n < 1000 && R.ENDS.get() < 3; n++) {
            System.gc();
            System.runFinalization();
            Thread.sleep(1 + n / 20);
        }
        // The last finalizer has counted, and may still be on its way out.
        Thread.sleep(500);
        System.out.println(R.ENDS);
    }

    static void use(R r, boolean closes) {
        r.open();
        if (closes) r.close();
    }
}
//- src/app/Plain.java
package app;
public class Plain {
    void run() { }
}
";

#[test]
fn the_end_of_an_object_is_its_outermost_finalizer() {
    let project = Project::new(FINALIZED);
    project.javac("src", "classes");
    let run = project
        .residua("analyze --source src --property end.mop --out out")
        .succeeds();
    assert!(!run.stderr.contains("no-finalizer"), "{}", run.stderr);
    for option in ["--full", ""] {
        project
            .residua(&format!(
                "weave --plan out/plan.json --classes classes -o woven {option}"
            ))
            .succeeds();
        let run = project.java("-cp woven app.Main").succeeds();
        assert_eq!(run.stdout, "3\n", "{}", run.stderr);
        let told = |line: &str| line.split('@').next().unwrap_or(line).to_owned();
        let mut reports: Vec<String> = run.stderr.lines().map(told).collect();
        reports.sort();
        let leak =
            |place: &str| format!("residua: violation of Leak in match by end at app/{place}");
        assert_eq!(
            reports,
            [leak("R.java:6 (app.R"), leak("Sub.java:4 (app.Sub")],
            "{option}"
        );
    }
}

#[test]
fn a_class_without_a_finalizer_is_told_of() {
    let specification = "End(Plain p) {
  event end after(Plain p) :
    endObject(Plain p) {}
  ere : end
  @match { System.err.println(\"end\"); }
}
";
    let project = Project::new(FINALIZED);
    project.write("end.mop", specification.as_bytes());
    let run = project
        .residua("analyze --source src --property end.mop --out out")
        .succeeds();
    assert!(
        run.stderr
            .contains("warning[no-finalizer]: no class of the sources declares a `finalize()`"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("end.mop:3:5"), "{}", run.stderr);
    assert!(
        run.stderr
            .contains("declare `protected void finalize() { }` in the class"),
        "{}",
        run.stderr
    );
}
