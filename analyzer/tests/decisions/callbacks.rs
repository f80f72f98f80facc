//! What library code calls of the program when no argument seems to ask for it.
//!
//! In each case `arm` comes first at the object, and `fire` happens where the library calls back:
//! an analysis that misses the call sees no `fire` behind `arm`.

use crate::support::{GUN, check};

/// The head of `Main.java`.
const IMPORTS: &str = "//- Main.java
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
";

/// `main` arms, and somewhere it is fired: both stay.
#[track_caller]
fn stays_armed(main: &str) {
    check(&format!("{GUN}{IMPORTS}{main}"));
}

#[test]
fn a_throwable_that_is_made_fills_in_its_stack_trace() {
    stays_armed(
        r#"class Failure extends RuntimeException {
    static Gun gun;

    public Throwable fillInStackTrace() {
        gun.fire();
        //  ^^^^ keep fire
        return this;
    }
}

class Main {
    public static void main(String[] args) {
        Failure.gun = new Gun();
        Failure.gun.arm();
        //          ^^^ keep arm
        new Failure();
    }
}"#,
    );
}

#[test]
fn a_view_of_a_concurrent_map_leads_back_to_the_map() {
    stays_armed(
        r#"class Main {
    public static void main(String[] args) {
        ConcurrentHashMap<String, Gun> map = new ConcurrentHashMap<>();
        Gun gun = new Gun();
        gun.arm();
        //  ^^^ keep arm
        map.keySet().getMap().put("gun", gun);
        map.get("gun").fire();
        //             ^^^^ keep fire
    }
}"#,
    );
}

/// In `main` the call on `order`, a comparator with a `thenComparing` of its own that fires.
#[track_caller]
fn asks_the_comparator(call: &str) {
    stays_armed(&format!("{BY_ORDER}{call}\n    }}\n}}"));
}

const BY_ORDER: &str = r"class ByOrder implements Comparator<String> {
    final Gun gun = new Gun();

    public int compare(String left, String right) {
        return 0;
    }

    public Comparator<String> thenComparing(Comparator<? super String> other) {
        gun.fire();
        //  ^^^^ keep fire
        return this;
    }
}

class Main {
    public static void main(String[] args) {
        ByOrder order = new ByOrder();
        order.gun.arm();
        //        ^^^ keep arm
";

#[test]
fn comparing_by_a_key_goes_through_an_overridden_method() {
    asks_the_comparator("order.thenComparingInt(String::length);");
}

#[test]
fn a_comparator_of_nulls_asks_the_one_that_it_wraps() {
    asks_the_comparator("Comparator.nullsFirst(order).thenComparing(Comparator.naturalOrder());");
}

#[test]
fn a_format_asks_dates_for_their_fields() {
    stays_armed(
        r#"class Date implements java.time.temporal.TemporalAccessor {
    final Gun gun = new Gun();

    public boolean isSupported(java.time.temporal.TemporalField field) {
        return true;
    }

    public long getLong(java.time.temporal.TemporalField field) {
        return 1;
    }

    public int get(java.time.temporal.TemporalField field) {
        gun.fire();
        //  ^^^^ keep fire
        return 1;
    }
}

class Main {
    public static void main(String[] args) {
        Date date = new Date();
        date.gun.arm();
        //       ^^^ keep arm
        String.format("%tY", date);
    }
}"#,
    );
}

/// Nothing is known of Swing but that it has no sources.
#[test]
fn code_without_a_model_may_call_what_it_is_handed() {
    stays_armed(
        r"class Main {
    public static void main(String[] args) {
        Gun gun = new Gun();
        gun.arm();
        //  ^^^ keep arm
        javax.swing.SwingUtilities.invokeLater(() -> gun.fire());
        //                                               ^^^^ keep fire
    }
}",
    );
}

#[test]
fn code_without_a_model_may_call_methods_of_what_it_is_handed() {
    stays_armed(
        r"class Rack extends javax.swing.AbstractListModel<Gun> {
    private final Gun gun;

    Rack(Gun gun) {
        this.gun = gun;
    }

    public int getSize() {
        return 1;
    }

    public Gun getElementAt(int index) {
        gun.fire();
        //  ^^^^ keep fire
        return gun;
    }
}

class Main {
    public static void main(String[] args) {
        Gun gun = new Gun();
        gun.arm();
        //  ^^^ keep arm
        new javax.swing.JList<>(new Rack(gun)).getFirstVisibleIndex();
    }
}",
    );
}

#[test]
fn code_without_a_model_may_give_back_what_it_was_handed() {
    stays_armed(
        r#"class Main {
    public static void main(String[] args) {
        Gun gun = new Gun();
        gun.arm();
        //  ^^^ keep arm
        javax.swing.JLabel label = new javax.swing.JLabel();
        label.putClientProperty("gun", gun);
        ((Gun) label.getClientProperty("gun")).fire();
        //                                     ^^^^ keep fire
    }
}"#,
    );
}

#[test]
fn code_without_a_model_may_read_the_array_that_it_is_handed() {
    stays_armed(
        r#"class Main {
    public static void main(String[] args) {
        Gun gun = new Gun();
        gun.arm();
        //  ^^^ keep arm
        Gun[] guns = {gun};
        javax.swing.JLabel label = new javax.swing.JLabel();
        label.putClientProperty("guns", guns);
        ((Gun) label.getClientProperty("gun")).fire();
        //                                     ^^^^ keep fire
    }
}"#,
    );
}

#[test]
fn a_finalizer_runs_without_a_caller() {
    stays_armed(
        r"class Shell {
    final Gun gun;

    Shell(Gun gun) {
        this.gun = gun;
    }

    protected void finalize() {
        gun.fire();
        //  ^^^^ keep fire
    }
}

class Main {
    public static void main(String[] args) {
        Gun gun = new Gun();
        new Shell(gun);
        gun.arm();
        //  ^^^ keep arm
    }
}",
    );
}

#[test]
fn a_serialized_object_runs_its_hooks() {
    stays_armed(
        r"class Shell implements java.io.Serializable {
    static Gun gun;

    private void readObject(java.io.ObjectInputStream in) {
        gun.fire();
        //  ^^^^ keep fire
    }
}

class Main {
    public static void main(String[] args) throws Exception {
        Shell.gun = new Gun();
        Shell.gun.arm();
        //        ^^^ keep arm
        new java.io.ObjectInputStream(System.in).readObject();
    }
}",
    );
}

/// In `main`, a gun is fired by a function that a library calls, and armed afterwards: nothing is
/// fired behind that. `fire` and `arm` say what becomes of the two calls.
fn fired_before(call: &str, fire: &str, arm: &str) -> String {
    format!(
        r#"{GUN}{IMPORTS}class Main {{
    static Gun gun;
    static void shoot() {{
        gun.fire();
        //  ^^^^ {fire} fire
    }}
    public static void main(String[] args) throws Exception {{
        List<String> list = new ArrayList<>(List.of(args));
        Map<String, Integer> map = new HashMap<>();
        gun = new Gun();
        {call}
        gun.arm();
        //  ^^^ {arm} arm
    }}
}}"#
    )
}

const SILENT: &str = "silence Residual2";

/// The function may run on another thread, or at another time.
#[track_caller]
fn calls_back_elsewhere(call: &str) {
    check(&fired_before(call, "keep", "keep"));
}

#[test]
fn functions_run_during_the_calls_that_get_them() {
    for call in [
        "list.forEach(s -> shoot());",
        "map.computeIfAbsent(args[0], k -> { shoot(); return 1; });",
        "list.sort((a, b) -> { shoot(); return 0; });",
        "list.stream().forEach(s -> shoot());",
        "list.stream().mapToInt(s -> { shoot(); return 1; }).sum();",
        "list.stream().map(s -> { shoot(); return s; }).count();",
        "Optional.of(args[0]).map(s -> { shoot(); return s; });",
    ] {
        check(&fired_before(call, SILENT, SILENT));
    }
}

#[test]
fn functions_that_run_again_come_behind_what_follows_them() {
    let twice = "for (int i = 0; i < 2; i++) { list.forEach(s -> shoot()); gun.arm(); }";
    let case = fired_before(twice, "keep", "silence Nop");
    let marked = case.replace(
        "gun.arm(); }",
        "gun.arm(); }\n        //                                                            ^^^ keep arm",
    );
    check(&marked);
}

#[test]
fn functions_of_threads_and_of_parallel_streams_run_elsewhere() {
    for call in [
        "Executors.newCachedThreadPool().submit(() -> shoot());",
        "new Thread(() -> shoot()).start();",
        "CompletableFuture.runAsync(() -> shoot());",
        "list.parallelStream().forEach(s -> shoot());",
        "list.stream().parallel().forEach(s -> shoot());",
        "java.util.stream.Stream<String> s = list.stream(); s.parallel(); s.forEach(x -> shoot());",
    ] {
        calls_back_elsewhere(call);
    }
}

#[test]
fn functions_of_stored_stages_run_when_the_stream_does() {
    let call = "java.util.stream.Stream<String> s = list.stream().map(x -> { shoot(); return x; }); \
                gun.arm(); s.count();";
    let case = fired_before(call, "keep", "silence Nop");
    let marked = case.replace(
        "gun.arm(); s.count();",
        "\n        gun.arm();\n        //  ^^^ keep arm\n        s.count();",
    );
    check(&marked);
}

#[test]
fn methods_of_keys_run_during_calls_of_their_maps() {
    let map = r#"class Key {
    public int hashCode() {
        Main.gun.fire();
        //       ^^^^ silence Residual2 fire
        return 0;
    }
}
class Main {
    static Gun gun = new Gun();
    public static void main(String[] args) {
        Map<Key, Key> map = new HashMap<>();
        map.get(new Key());
        gun.arm();
        //  ^^^ silence Residual2 arm
    }
}"#;
    check(&format!("{GUN}{IMPORTS}{map}"));
    let again = map.replace("silence Residual2", "keep").replace(
        "        //  ^^^ keep arm",
        "        //  ^^^ keep arm\n        map.containsKey(new Key());",
    );
    stays_armed(&again);
}

#[test]
fn objects_made_in_functions_go_on_behind_the_call() {
    stays_armed(
        r#"class Main {
    static Gun gun;
    public static void main(String[] args) {
        List<String> list = List.of(args);
        list.forEach(s -> {
            gun = new Gun();
            gun.arm();
            //  ^^^ keep arm
        });
        gun.fire();
        //  ^^^^ keep fire
    }
}"#,
    );
    stays_armed(
        r#"class Main {
    public static void main(String[] args) {
        Map<String, Gun> map = new HashMap<>();
        Gun gun = map.computeIfAbsent("a", k -> {
            Gun made = new Gun();
            made.arm();
            //   ^^^ keep arm
            return made;
        });
        gun.fire();
        //  ^^^^ keep fire
    }
}"#,
    );
}

/// What runs inside many statements runs at any time, also on an object that only locals hold.
#[test]
fn what_is_called_back_in_many_places_is_not_lost() {
    let shown = "        String.valueOf(shooter);\n".repeat(40);
    for made in ["new Shooter()", "kept = new Shooter()"] {
        stays_armed(&format!(
            r#"class Shooter extends Gun {{
    public String toString() {{
        fire();
    //  ^^^^ keep fire
        return "";
    }}
}}

class Main {{
    static Shooter kept;
    public static void main(String[] args) {{
        Shooter shooter = {made};
        shooter.arm();
        //      ^^^ keep arm
{shown}    }}
}}"#
        ));
    }
}
