//! What library code calls of the program when no argument seems to ask for it.
//!
//! In each case `arm` comes first at the object, and `fire` happens where the library calls back:
//! an analysis that misses the call sees no `fire` behind `arm`.

use crate::support::check;

const USE_AFTER_ARM: &str = r"
//- gun.yaml
imports: [Gun]
foreach:
  - parameters: [Gun g]
    events:
      arm: call Gun.arm() target g
      fire: call Gun.fire() target g
    properties:
      guns:
        states: {safe: initial, armed: , bad: bad}
        transitions:
          - safe -> armed: arm
          - armed -> bad: fire
//- Gun.java
class Gun {
    void arm() {}
    void fire() {}
}
//- Main.java
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
";

/// `main` arms, and somewhere it is fired: both stay.
#[track_caller]
fn stays_armed(main: &str) {
    check(&format!("{USE_AFTER_ARM}{main}"));
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
