//! Properties that everybody knows, in several logics.

use logics::{Alphabet, Logic, translate};

use crate::words::{difference, machine};

#[test]
fn iterators_are_asked_first_in_all_logics() {
    let alphabet = Alphabet::new(["hasnext", "next"]);
    let expected = machine(
        Logic::Fsm,
        "unknown [ hasnext -> more ] more [ hasnext -> more, next -> unknown ]",
        &alphabet,
    );
    let others = [
        (Logic::Ere, "(hasnext+ next)*", "fail"),
        (Logic::Ltl, "[](next => (*) hasnext)", "violation"),
        (
            Logic::Ltl,
            "not next and [](not hasnext => o not next)",
            "violation",
        ),
        (Logic::Ptltl, "[*](next -> (*) hasnext)", "violation"),
        (
            Logic::Cfg,
            "S -> epsilon | Asked next S, Asked -> hasnext | hasnext Asked",
            "fail",
        ),
        (Logic::Cfg, "S -> (hasnext+ next)*", "fail"),
    ];
    for (logic, text, category) in others {
        let translation =
            translate(logic, text, &alphabet).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert!(translation.is_exact, "{text}");
        assert_eq!(
            difference((&expected, "fail"), (&translation.machine, category)),
            None,
            "{text}"
        );
    }
}

#[test]
fn previously_is_as_the_first_tool_translates_it() {
    let alphabet = Alphabet::new(["hasnexttrue", "hasnextfalse", "next"]);
    let ltl = machine(Logic::Ltl, "[](next => (*) hasnexttrue)", &alphabet);
    let fsm = "init [ hasnexttrue -> ok, next -> violation, default init ]
               ok [ hasnexttrue -> ok, default init ]
               violation [ default violation ]";
    assert_eq!(
        difference(
            (&ltl, "violation"),
            (&machine(Logic::Fsm, fsm, &alphabet), "violation")
        ),
        None
    );
    assert_eq!(ltl.minimal(ltl.categories()).states().count(), 3);
}

#[test]
fn next_is_violated_by_the_event_after() {
    let alphabet = Alphabet::new(["read", "obliterate", "endProgram"]);
    let ltl = machine(Logic::Ltl, "[](read => o obliterate)", &alphabet);
    let fsm = "init [ read -> owing, default init ]
               owing [ obliterate -> init, default violation ]
               violation [ default violation ]";
    assert_eq!(
        difference(
            (&ltl, "violation"),
            (&machine(Logic::Fsm, fsm, &alphabet), "violation")
        ),
        None
    );
}
