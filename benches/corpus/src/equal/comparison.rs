//! The comparison of the reports of two runs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::report::Report;

/// Differences of one kind that are told.
const TOLD: usize = 5;
/// Characters of a difference that are told.
const WIDEST: usize = 400;

/// How far the order of equal reports could be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agreement {
    /// The reports of all instances are in one order.
    Whole,
    /// Several threads interleave: the reports of each instance are in one order.
    PerInstance,
    /// Several threads interleave on some instances, too, or what an instance is used for depends
    /// on how they do: reports are the same in number, text and class.
    PerPlace,
    /// The same, in runs where all objects have one identity hash: what the program does depends on
    /// these hashes, and monitors ask for some.
    OneHash,
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Agreement::Whole => "whole",
            Agreement::PerInstance => "per instance",
            Agreement::PerPlace => "per place",
            Agreement::OneHash => "one hash",
        })
    }
}

/// Compares the reports that full and optimized monitoring make of one property.
///
/// Where one thread makes them all, the order of all reports counts; else that of each instance,
/// and where several threads raise the events of an instance, the number of each report. Instances
/// are told apart within a run by their identity hashes, of which two objects can have the same: as
/// many are passed over as chance makes.
///
/// # Errors
/// What differs, line by line.
pub fn compare(full: &[&Report], optimized: &[&Report]) -> Result<Agreement, Vec<String>> {
    in_number(full, optimized)?;
    if in_one_order(full, optimized) {
        return Ok(Agreement::Whole);
    }
    if threads(full).len() <= 1 && threads(optimized).len() <= 1 {
        return Err(first_swapped(full, optimized));
    }
    by_instance(full, optimized)
}

/// Compares how many reports there are of each text: property, state, event, place and classes of
/// the instance.
///
/// # Errors
/// What differs, line by line.
pub fn in_number(full: &[&Report], optimized: &[&Report]) -> Result<(), Vec<String>> {
    let texts = |reports: &[&Report]| bag(reports.iter().map(|report| report.text.clone()));
    let numbers = unmatched(&texts(full), &texts(optimized));
    if numbers.is_empty() {
        Ok(())
    } else {
        Err(told(&numbers, |text| text.clone()))
    }
}

fn bag<T: Ord>(all: impl Iterator<Item = T>) -> BTreeMap<T, usize> {
    let mut bag = BTreeMap::new();
    all.for_each(|one| *bag.entry(one).or_default() += 1);
    bag
}

/// Returns the difference of two bags: positive where the first has more.
fn unmatched<T: Ord + Clone>(
    first: &BTreeMap<T, usize>,
    second: &BTreeMap<T, usize>,
) -> Vec<(T, i64)> {
    let keys: BTreeSet<&T> = first.keys().chain(second.keys()).collect();
    let count =
        |bag: &BTreeMap<T, usize>, key: &T| bag.get(key).copied().unwrap_or_default() as i64;
    let each = keys
        .into_iter()
        .map(|key| (key.clone(), count(first, key) - count(second, key)));
    each.filter(|(_, more)| *more != 0).collect()
}

fn told<T>(unmatched: &[(T, i64)], name: impl Fn(&T) -> String) -> Vec<String> {
    let line = |(one, more): &(T, i64)| {
        let side = if *more > 0 { "full" } else { "optimized" };
        let name: String = name(one).chars().take(WIDEST).collect();
        format!("{} more under {side} monitoring: {name}", more.abs())
    };
    let rest = unmatched.len().checked_sub(TOLD).filter(|&rest| rest > 0);
    unmatched
        .iter()
        .take(TOLD)
        .map(line)
        .chain(rest.map(|rest| format!("and {rest} other differences")))
        .collect()
}

fn threads(reports: &[&Report]) -> BTreeSet<u64> {
    reports.iter().map(|report| report.thread).collect()
}

/// Returns whether the reports follow each other in the same way, and concern the same instances in
/// the same places.
fn in_one_order(full: &[&Report], optimized: &[&Report]) -> bool {
    let same_texts = full
        .iter()
        .zip(optimized)
        .all(|(one, other)| one.text == other.text);
    let pairs: BTreeSet<(&str, &str)> = full
        .iter()
        .zip(optimized)
        .map(|(one, other)| (one.instance.as_str(), other.instance.as_str()))
        .collect();
    let partners = |side: fn(&(&'_ str, &'_ str)) -> String| {
        pairs.iter().map(side).collect::<BTreeSet<String>>().len()
    };
    let instances = partners(|pair| pair.0.to_owned()).min(partners(|pair| pair.1.to_owned()));
    same_texts && pairs.len() - instances <= by_chance(instances)
}

/// Identity hashes have 31 bits. Of `n` objects n * n / 2^32 pairs have one in common, on average;
/// that many times 32 are taken for chance, so none of less than 11,586.
fn by_chance(instances: usize) -> usize {
    (instances * instances) >> 27
}

fn first_swapped(full: &[&Report], optimized: &[&Report]) -> Vec<String> {
    let different = full
        .iter()
        .zip(optimized)
        .position(|(one, other)| one.text != other.text);
    match different {
        Some(n) => vec![format!(
            "report {n} in order is under full monitoring: {}; under optimized monitoring: {}",
            full[n].text, optimized[n].text
        )],
        None => vec!["equal reports in one order concern different instances".to_owned()],
    }
}

/// The reports of an instance, in order, and whether several threads made them.
type Sequence = (Vec<String>, bool);

fn sequences(reports: &[&Report]) -> Vec<Sequence> {
    let mut of_each: BTreeMap<&str, Vec<&Report>> = BTreeMap::new();
    reports
        .iter()
        .for_each(|report| of_each.entry(&report.instance).or_default().push(report));
    let sequence = |own: &Vec<&Report>| {
        (
            own.iter().map(|one| one.text.clone()).collect(),
            threads(own).len() > 1,
        )
    };
    of_each.values().map(sequence).collect()
}

fn by_instance(full: &[&Report], optimized: &[&Report]) -> Result<Agreement, Vec<String>> {
    let (full, optimized) = (sequences(full), sequences(optimized));
    let ordered = |all: &[Sequence]| bag(all.iter().map(|(texts, _)| texts.clone()));
    let in_order = unmatched(&ordered(&full), &ordered(&optimized));
    let accidents = 3 * by_chance(full.len());

    if in_order.len() <= accidents {
        return Ok(Agreement::PerInstance);
    }

    let left: Vec<(Vec<String>, i64)> = in_order
        .into_iter()
        .filter(|(texts, _)| !may_interleave(texts, &full, &optimized))
        .collect();

    if left.len() <= accidents {
        return Ok(Agreement::PerPlace);
    }

    Err(told(&left, |texts| {
        format!("an instance with, in this order: {}", texts.join("; "))
    }))
}

/// Returns whether as many instances as have these reports in another order than under the other
/// monitoring got them from several threads.
fn may_interleave(texts: &[String], full: &[Sequence], optimized: &[Sequence]) -> bool {
    let content = sorted(texts);
    let of_content = |all: &[Sequence]| -> Vec<Sequence> {
        all.iter()
            .filter(|(texts, _)| sorted(texts) == content)
            .cloned()
            .collect()
    };
    let (full, optimized) = (of_content(full), of_content(optimized));
    let several = |all: &[Sequence]| all.iter().filter(|(_, several)| *several).count();
    let ordered = |all: &[Sequence]| bag(all.iter().map(|(texts, _)| texts.clone()));

    let moved = unmatched(&ordered(&full), &ordered(&optimized))
        .iter()
        .map(|(_, more)| more.unsigned_abs())
        .sum::<u64>();
    full.len() == optimized.len() && moved <= 2 * several(&full).max(several(&optimized)) as u64
}

fn sorted(texts: &[String]) -> Vec<String> {
    let mut texts = texts.to_vec();
    texts.sort();
    texts
}
