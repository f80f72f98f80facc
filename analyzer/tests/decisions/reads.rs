//! `where`s that read a field, or call a getter that does nothing else: the event concerns what the
//! field may hold.
//!
//! Whoever owns an account may not be blocked when it pays. In each case one user is blocked and
//! pays, which stays; what is known of the fields decides about the other one.

use crate::support::{check, check_followed_or_not};

/// A property of users, to which `pay` comes by the account that pays. `account` are members of the
/// class of accounts, `main` the classes that use it.
fn accounts(pay: &str, account: &str, main: &str) -> String {
    format!(
        r"
//- users.yaml
imports: [User, Account, Main]
foreach:
  - parameters: [User u]
    events:
      pay: {pay}
      block: call User.block() target u
    properties:
      users:
        states: {{welcome: initial, blocked: , bad: bad}}
        transitions:
          - welcome -> blocked: block
          - blocked -> bad: pay
//- User.java
class User {{
    void block() {{}}
}}
//- Account.java
class Account {{
    User owner;
    {account}
    void pay() {{}}
}}
//- Main.java
{main}"
    )
}

const FIELD: &str =
    "{on: call Account.pay() target a, parameters: [Account a], where: u = a.owner;}";
const GETTER: &str =
    "{on: call Account.pay() target a, parameters: [Account a], where: u = a.getOwner();}";

/// Two accounts, each with a user of its own.
const TWO: &str = r"class Main {
    public static void main(String[] args) {
        User blocked = new User(), free = new User();
        Account one = new Account(), other = new Account();
        one.owner = blocked;
        other.owner = free;
        blocked.block();
        //      ^^^^^ keep block
        one.pay();
        //  ^^^ keep pay
        other.pay();
        //    ^^^ OTHER
    }
}";

fn two(decision: &str) -> String {
    TWO.replace("OTHER", decision)
}

const SILENT: &str = "silence Residual1 pay";
const KEPT: &str = "keep pay";

#[test]
fn a_field_holds_what_is_put_into_it() {
    check(&accounts(FIELD, "", &two(SILENT)));
}

#[test]
fn a_getter_gives_what_its_field_holds() {
    for getter in [
        "User getOwner() { return owner; }",
        "User getOwner() { return this.owner; }",
    ] {
        check(&accounts(GETTER, getter, &two(SILENT)));
    }
}

#[test]
fn what_is_read_may_be_cast_and_copied() {
    for code in [
        "u = (User) a.owner;",
        "b = a; u = b.owner;",
        "v = a.owner; u = v;",
    ] {
        let pay = format!(
            "{{on: call Account.pay() target a, parameters: [Account a, Account b, User v], where: {code}}}"
        );
        check(&accounts(&pay, "", &two(SILENT)));
    }
}

#[test]
fn a_getter_that_does_more_gives_anything() {
    let getters = [
        "User getOwner() { return Main.kept; }",
        "User getOwner() { return Main.any ? owner : Main.kept; }",
        "synchronized User getOwner() { return owner; }",
        "native User getOwner();",
        "static User getOwner() { return Main.kept; }",
        "User getOwner(Object... none) { return owner; }",
    ];
    for getter in getters {
        let main = two(KEPT).replace(
            "class Main {",
            "class Main {\n    static User kept;\n    static boolean any;",
        );
        check(&accounts(GETTER, getter, &main));
    }
}

#[test]
fn a_static_field_is_not_followed() {
    let account = "static User last;";
    check(&accounts(
        &FIELD.replace("a.owner", "a.last"),
        account,
        &two(KEPT),
    ));
}

/// The account is of a class whose override gives another user than the field holds.
#[test]
fn every_override_of_a_getter_counts() {
    check(&accounts(
        GETTER,
        "User getOwner() { return owner; }",
        r"class Main {
    static User blocked = new User();

    static class Odd extends Account {
        @Override User getOwner() { return blocked; }
    }

    public static void main(String[] args) {
        Account odd = new Odd();
        odd.owner = new User();
        blocked.block();
        //      ^^^^^ keep block
        odd.pay();
        //  ^^^ keep pay
    }
}",
    ));
}

#[test]
fn overrides_may_read_other_fields() {
    check(&accounts(
        GETTER,
        "User getOwner() { return owner; }",
        r"class Main {
    static class Joint extends Account {
        User second;
        @Override User getOwner() { return second; }
    }

    public static void main(String[] args) {
        User blocked = new User();
        Joint joint = new Joint(), other = new Joint();
        joint.owner = new User();
        joint.second = blocked;
        other.owner = new User();
        other.second = new User();
        blocked.block();
        //      ^^^^^ keep block
        joint.pay();
        //    ^^^ keep pay
        other.pay();
        //    ^^^ silence Residual1 pay
    }
}",
    ));
}

/// Proxies and lambda expressions answer the getters of interfaces.
#[test]
fn getters_of_interfaces_are_not_followed() {
    let case = accounts(
        "{on: call Main.pay(Owned a), parameters: [Owned a], where: u = a.getOwner();}",
        "",
        r"class Main {
    public static void main(String[] args) {
        User blocked = new User();
        blocked.block();
        //      ^^^^^ keep block
        pay(() -> blocked);
    //  ^^^ keep pay
    }

    static void pay(Owned owned) {}
}

interface Owned {
    User getOwner();
}

class Named implements Owned {
    User owner = new User();
    public User getOwner() { return owner; }
}",
    );
    check(&case.replace("Account, Main]", "Owned, Main]"));
}

/// A class below declares a field of the same name: the property reads that of the type it names.
#[test]
fn a_hidden_field_is_the_one_that_is_read() {
    check(&accounts(
        FIELD,
        "",
        r"class Main {
    static class Sub extends Account {
        User owner = new User();
    }

    public static void main(String[] args) {
        User blocked = new User();
        Sub sub = new Sub(), other = new Sub();
        ((Account) sub).owner = blocked;
        other.owner = blocked;
        blocked.block();
        //      ^^^^^ keep block
        sub.pay();
        //  ^^^ keep pay
        other.pay();
        //    ^^^ silence Residual0 pay
    }
}",
    ));
}

#[test]
fn reflection_may_have_changed_the_field() {
    let main = two(KEPT).replace("String[] args)", "String[] args) throws Exception");
    let main = main.replace("        other.owner = free;\n", "").replace(
        "        blocked.block();",
        "        Account.class.getDeclaredField(args[0]).set(other, blocked);\n        blocked.block();",
    );
    check(&accounts(FIELD, "", &main));
}

#[test]
fn a_copy_holds_what_its_original_holds() {
    check(&accounts(
        FIELD,
        "Account copy() throws Exception { return (Account) clone(); }",
        r"class Main {
    static class Copied extends Account implements Cloneable {}

    public static void main(String[] args) throws Exception {
        User blocked = new User();
        Account one = new Copied();
        one.owner = blocked;
        Account copy = one.copy();
        blocked.block();
        //      ^^^^^ keep block
        copy.pay();
        //   ^^^ keep pay
    }
}",
    ));
}

/// Accounts and their owners are read from a stream.
#[test]
fn what_the_library_makes_holds_what_it_likes() {
    check(&accounts(
        FIELD,
        "",
        r"import java.io.*;

class Main {
    static class Saved extends Account implements Serializable {}
    static class Person extends User implements Serializable {}

    public static void main(String[] args) throws Exception {
        Saved saved = (Saved) new ObjectInputStream(System.in).readObject();
        saved.owner.block();
        //          ^^^^^ keep block
        saved.pay();
        //    ^^^ keep pay
    }
}",
    ));
}

/// What is read gets to whom the action hands it.
#[test]
fn what_is_read_may_be_handed_on() {
    let case = accounts(
        FIELD,
        "",
        r"class Main {
    static User last;

    public static void main(String[] args) {
        Account account = new Account();
        account.owner = new User();
        account.pay();
        //      ^^^ keep pay
        last.block();
        //   ^^^^^ keep block
        account.pay();
        //      ^^^ keep pay
    }
}",
    );
    check_followed_or_not(&case.replace(
        "          - blocked -> bad: pay",
        "          - welcome -> welcome: pay\n            do: Main.last = u;\n          - blocked -> bad: pay",
    ));
}

/// The thread that pays has never seen the user.
#[test]
fn other_threads_find_what_their_account_holds() {
    check(&accounts(
        FIELD,
        "",
        r"class Main {
    static final Account account = new Account();

    public static void main(String[] args) {
        User user = new User();
        account.owner = user;
        new Thread(() -> account.pay()).start();
        //                       ^^^ keep pay
        user.block();
        //   ^^^^^ keep block
    }
}",
    ));
}

#[test]
fn a_field_of_a_value_is_a_value() {
    let case = accounts(
        "{on: call Account.pay() target a, parameters: [Account a], where: u = a.number;}",
        "int number;",
        r"class Main {
    public static void main(String[] args) {
        block(3);
    //  ^^^^^ keep block
        new Account().pay();
        //            ^^^ keep pay
    }

    static void block(int u) {}
}",
    );
    check(
        &case
            .replace("[User u]", "[int u]")
            .replace("call User.block() target u", "call Main.block(int u)"),
    );
}

#[test]
fn a_computed_value_is_a_value() {
    let case = accounts(
        "{on: call Account.pay() target a, parameters: [Account a], where: u = a.number + 1;}",
        "int number;",
        r"class Main {
    public static void main(String[] args) {
        new Account().block();
        //            ^^^^^ keep block
        new Account().pay();
        //            ^^^ keep pay
    }
}",
    );
    let block =
        "{on: call Account.block() target a, parameters: [Account a], where: u = a.number + 1;}";
    let case = case.replace(
        "    void pay() {}",
        "    void pay() {}\n    void block() {}",
    );
    check(
        &case
            .replace("[User u]", "[int u]")
            .replace("call User.block() target u", block),
    );
}
