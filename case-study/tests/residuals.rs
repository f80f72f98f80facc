//! What the three residuals leave of the paper's figure 5 over the payment system (README, "What
//! the residuals should be").

use std::collections::BTreeMap;
use std::path::Path;

use case_study::{PROPERTY, PROPERTY_FILE, Remainder, plan};
use date::residual::Reduction;
use jvm::jdk::Jdk;
use plan::Plan;

fn plan_through(through: Reduction) -> Plan {
    let jdk = Jdk::from_environment().expect("a JDK");
    plan(Path::new(""), &jdk, through).expect("the payment system can be analysed")
}

fn removed_by(through: Reduction) -> Vec<String> {
    Remainder::of(&plan_through(through), false).removed
}

/// For each proxy and event by what its calls are silenced, each answer once, in order.
fn fates(through: Reduction) -> BTreeMap<(String, String), Vec<String>> {
    let mut fates: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for generator in plan_through(through).generators {
        let fate = generator
            .by
            .map_or("keep".to_owned(), |step| format!("{step:?}").to_lowercase());
        let place = generator
            .site
            .class
            .binary()
            .trim_start_matches("payments.")
            .trim_end_matches("Proxy")
            .to_owned();
        fates
            .entry((place, generator.event))
            .or_default()
            .push(fate);
    }
    fates.values_mut().for_each(Vec::dedup);
    fates
}

/// A row of the README's table: what becomes of each event in a proxy.
fn row(fates: &BTreeMap<(String, String), Vec<String>>, proxy: &str) -> [String; 5] {
    ["createdUser", "activate", "pay", "blacklist", "whitelist"].map(|event| {
        let fate = fates.get(&(proxy.to_owned(), event.to_owned()));
        fate.map_or("none".to_owned(), |fate| fate.join(", "))
    })
}

const TRANSFERS: [&str; 2] = ["qe -> qf [transfer]", "qg -> qh [transfer]"];

#[test]
fn first_residual_drops_exactly_the_transfers() {
    assert_eq!(removed_by(Reduction::Residual0), TRANSFERS);
}

#[test]
fn second_residual_drops_no_more_transitions_and_silences_bronze_users() {
    assert_eq!(removed_by(Reduction::Residual1), TRANSFERS);
    let fates = fates(Reduction::Residual1);
    assert_eq!(
        row(&fates, "Bronze"),
        ["residual1", "residual1", "none", "residual1", "residual1"]
    );
    assert_eq!(row(&fates, "Silver"), ["keep"; 5]);
    assert_eq!(row(&fates, "Gold"), ["keep"; 5]);
}

#[test]
fn third_residual_leaves_creation_activation_and_the_payment_before_it() {
    let plan = plan_through(Reduction::Residual2);
    let left = [
        "qa -> qb [createdUser]",
        "qb -> qd [activate]",
        "qb -> qc [pay]",
    ];
    assert_eq!(Remainder::of(&plan, false).transitions, left);
    let fates = fates(Reduction::Residual2);
    assert_eq!(
        row(&fates, "Bronze"),
        ["residual1", "residual1", "none", "residual1", "residual1"]
    );
    assert_eq!(
        row(&fates, "Silver"),
        ["keep", "keep", "keep", "residual2", "residual2"]
    );
    assert_eq!(
        row(&fates, "Gold"),
        ["keep", "keep", "keep", "residual2", "residual2"]
    );
}

#[test]
fn full_monitoring_has_every_transition_of_the_property() {
    let full = Remainder::of(&plan_through(Reduction::Residual2), true);
    assert_eq!(
        (full.transitions.len(), full.removed.len(), full.silenced),
        (13, 0, 0)
    );
    let specification = languages::read(PROPERTY_FILE, PROPERTY).expect("the property can be read");
    assert_eq!(specification.properties[0].date.transitions.len(), 13);
}
