//! Conditions over data: variables of the property, and constants of the program.

use date::residual::Reduction;

use crate::support::{analyze, check, removed};

/// At most three transfers of an account; none of more than 1,000; `note` before the second one is
/// external.
fn transfers(main: &str) -> String {
    format!(
        r"
//- transfers.yaml
imports: [app.Account]
foreach:
  - parameters: [Account a]
    variables: [int count, boolean checked]
    events:
      check: call Account.check() target a
      transfer: call Account.transfer(int amount) target a
    properties:
      few:
        states: {{open: initial, many: bad, large: bad}}
        transitions:
          - open -> large: transfer
            when: amount > 1000 && !checked
          - open -> many: transfer
            when: count >= 3
          - open -> open: transfer
            do: count++;
          - open -> open: check
            do: checked = true;
//- app/Account.java
package app;
public class Account {{
    public void check() {{}}
    public void transfer(int amount) {{}}
}}
//- app/Main.java
package app;
public class Main {{
{main}
}}"
    )
}

#[test]
fn a_few_small_transfers_need_no_monitor() {
    let case = transfers(
        r"    public static void main(String[] args) {
        Account account = new Account();
        account.transfer(5);
        //      ^^^^^^^^ silence Residual2 transfer
        account.transfer(10);
        //      ^^^^^^^^ silence Residual2 transfer
    }",
    );
    check(&case);
    assert_eq!(
        removed(&analyze(&case, Reduction::Nop)),
        [
            "open transfer large Residual2",
            "open transfer many Residual2",
            "open transfer open Residual2",
            "open check open Residual0"
        ]
    );
}

#[test]
fn one_transfer_more_is_counted() {
    check(&transfers(
        r"    public static void main(String[] args) {
        Account few = new Account();
        few.transfer(5);
        //  ^^^^^^^^ silence Residual2 transfer
        Account many = new Account();
        for (int i = 0; i < 4; i++) {
            many.transfer(5);
            //   ^^^^^^^^ keep transfer
        }
    }",
    ));
}

#[test]
fn an_amount_that_is_no_constant_may_be_large() {
    check(&transfers(
        r"    public static void main(String[] args) {
        Account account = new Account();
        account.transfer(args.length);
        //      ^^^^^^^^ keep transfer
    }",
    ));
}

#[test]
fn a_large_amount_is_seen_through_variables() {
    check(&transfers(
        r"    static final int SMALL = 7;

    public static void main(String[] args) {
        int amount = 1000;
        Account account = new Account();
        account.transfer(amount);
        //      ^^^^^^^^ silence Residual2 transfer
        account.transfer(SMALL);
        //      ^^^^^^^^ silence Residual2 transfer
        int large = 999;
        large += 2;
        Account other = new Account();
        other.transfer(large);
        //    ^^^^^^^^ keep transfer
    }",
    ));
}

#[test]
fn a_variable_with_two_constants_is_no_constant() {
    check(&transfers(
        r"    public static void main(String[] args) {
        int amount = 5;
        if (args.length > 0) {
            amount = 2000;
        }
        Account account = new Account();
        account.transfer(amount);
        //      ^^^^^^^^ keep transfer
    }",
    ));
}

/// What is checked may transfer anything, three times.
#[test]
fn a_flag_that_is_surely_set_decides() {
    check(&transfers(
        r"    public static void main(String[] args) {
        Account account = new Account();
        account.check();
        //      ^^^^^ silence Residual2 check
        account.transfer(5000);
        //      ^^^^^^^^ silence Residual2 transfer
    }",
    ));
    check(&transfers(
        r"    public static void main(String[] args) {
        Account account = new Account();
        if (args.length > 0) {
            account.check();
            //      ^^^^^ keep check
        }
        account.transfer(5000);
        //      ^^^^^^^^ keep transfer
    }",
    ));
}

/// A `finally` block is there twice; both copies pass the same.
#[test]
fn copies_of_a_call_agree() {
    check(&transfers(
        r"    public static void main(String[] args) {
        Account account = new Account();
        try {
            System.out.println();
        } finally {
            account.transfer(3);
            //      ^^^^^^^^ silence Residual2 transfer
        }
    }",
    ));
}

#[test]
fn conditions_over_data_can_be_left_undecided() {
    let case = transfers(
        r"    public static void main(String[] args) {
        new Account().transfer(5);
    }",
    );
    assert_eq!(
        removed(&analyze(&case, Reduction::Residual2)),
        ["open check open Residual0"]
    );
}

/// Another property of the accounts' monitors says when transfers are late.
#[test]
fn what_another_property_writes_is_not_known() {
    let case = transfers(
        r"    public static void main(String[] args) {
        Account account = new Account();
        account.check();
        //      ^^^^^ keep check
        account.transfer(5);
        //      ^^^^^^^^ keep transfer
    }",
    );
    let (properties, rest) = case.split_once("    properties:").expect("properties");
    let (_, program) = rest.split_once("//- app/Account.java").expect("a program");
    let two = "    properties:
      late:
        states: {open: initial, early: bad}
        transitions:
          - open -> early: transfer
            when: checked
      checks:
        states: {fresh: initial, done: }
        transitions:
          - fresh -> done: check
            do: checked = true;
//- app/Account.java";
    check(&format!("{properties}{two}{program}"));
}

/// Asking writes a line, whatever the count is.
#[test]
fn a_condition_whose_evaluation_is_seen_is_evaluated() {
    let case = transfers(
        r#"    public static boolean ask() {
        System.out.println("asked");
        return true;
    }

    public static void main(String[] args) {
        Account account = new Account();
        account.transfer(5);
        //      ^^^^^^^^ keep transfer
    }"#,
    );
    let case = case.replace("imports: [app.Account]", "imports: [app.Account, app.Main]");
    check(&case.replace("when: count >= 3", "when: Main.ask() && count >= 3"));
}

/// Variables of events are shared: what one property assigns, the next one reads at the same event.
#[test]
fn an_amount_that_another_property_assigns_is_no_constant() {
    let text = transfers(
        r"    public static void main(String[] args) {
        Account account = new Account();
        account.transfer(5);
        //      ^^^^^^^^ keep transfer
    }",
    );
    let before = "    properties:
      changed:
        states: {open: initial, changed: }
        transitions:
          - open -> changed: transfer
            do: amount = 5000;
";
    assert!(text.contains("    properties:\n"));
    check(&text.replacen("    properties:\n", before, 1));
}

/// An action may leave something behind that counts whenever the program calls it.
#[test]
fn a_number_that_code_counts_later_is_not_known() {
    check(
        r"
//- counting.yaml
imports: [app.Main]
foreach:
  - parameters: [Main m]
    variables: [int count]
    events:
      arm: call Main.arm() target m
      reset: call Main.reset() target m
      use: call Main.use() target m
    properties:
      counting:
        states: {new: initial, armed: , reset: , many: bad}
        transitions:
          - new -> armed: arm
            do: 'Main.later = () -> { count = 3; };'
          - armed -> reset: reset
            do: count = 0;
          - reset -> many: use
            when: count >= 3
//- app/Main.java
package app;
public class Main {
    static Runnable later;
    void arm() {}
    void reset() {}
    void use() {}

    public static void main(String[] args) {
        Main main = new Main();
        main.arm();
        //   ^^^ keep arm
        main.reset();
        //   ^^^^^ keep reset
        later.run();
        main.use();
        //   ^^^ keep use
    }
}",
    );
}

/// Java finds them equal, but divides differently by them.
#[test]
fn zero_and_negative_zero_are_told_apart() {
    check(
        r"
//- zeros.yaml
imports: [app.Main]
events:
  take: call Main.take(double v)
properties:
  zeros:
    states: {open: initial, negative: bad}
    transitions:
      - open -> negative: take
        when: 1 / v < 0
//- app/Main.java
package app;
public class Main {
    static void take(double v) {}

    public static void main(String[] args) {
        take(0.0);
      //^^^^ silence Residual2 take
        take(-0.0);
      //^^^^ keep take
    }
}",
    );
}
