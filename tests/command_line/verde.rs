//! Properties of Verde, from the file to the reports of the woven program.

use test_support::Project;

const QUEUES: &str = "
//- queue.verde
import app.Main.Queue;
import static app.Main.*;
slice on q
initialization { n = 0; cap = 0 }
state init accepting {
  transition { after event Queue.new(q, size : int) success { cap = size } ready }
}
state ready accepting {
  transition { before event Queue.push(q) { return n < cap } success { n += 1 } ready failure warn() full }
  transition { after event Queue.pop(q, ret as what : Object) { return what is not None } success { n -= 1 } ready }
}
state full non-accepting {
  transition { after event ValueWrite Queue.limit(q, ret as limit : int) { return limit > 9 } success ready }
}
//- src/app/Main.java
package app;

public class Main {
    public static class Queue {
        public int limit;
        final java.util.ArrayDeque<Object> held = new java.util.ArrayDeque<>();
        public Queue(int size) { limit = size; }
        public void push(Object element) { held.add(element); }
        public Object pop() { return held.poll(); }
    }
    static class Loud extends Queue {
        Loud() { super(0); }
        @Override public void push(Object element) { System.out.println(element); }
    }
    public static void warn() { System.out.println(\"full\"); }

    public static void main(String[] args) {
        Queue good = new Queue(1);
        good.push(1);
        good.pop();
        good.pop();
        good.push(2);
        Queue small = new Queue(1);
        small.push(1);
        small.push(2);
        small.push(3);
        small.limit = 3;
        small.limit = 10;
        small.push(4);
        new Loud().push(5);
        Runnable later = () -> good.push(6);
        later.run();
    }
}
";

/// The bodies tell, whoever calls them; each entry of the state is a report.
#[test]
fn queues_that_are_full_are_reported() {
    let project = Project::new(QUEUES);
    project.javac("src", "classes");
    project
        .residua("analyze --source src --property queue.verde")
        .succeeds();
    for kind in ["--full", ""] {
        project
            .residua(&format!(
                "weave --plan residua-out/plan.json --classes classes -o woven {kind}"
            ))
            .succeeds();
        let run = project.java("-Xverify:all -cp woven app.Main").succeeds();
        let told: Vec<&str> = run
            .stderr
            .lines()
            .filter_map(|line| line.split(" (app.").next())
            .collect();
        let line = |line: u32| {
            format!("residua: violation of queue in full by before_push at app/Main.java:{line}")
        };
        assert_eq!(told, [8, 8, 13, 8].map(line), "{kind}\n{}", run.stderr);
        assert_eq!(run.stdout, "full\nfull\nfull\n5\nfull\n");
    }
}
