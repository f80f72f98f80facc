//! The paper's table (figure 6) for the user's program.

use std::fmt::Write;

use super::{Measurement, Run, Variant};

/// Time, memory, events and reports of each variant. Of times and memory the least of all rounds
/// counts.
pub fn table(measurement: &Measurement) -> String {
    let mut text = String::new();
    let rounds = measurement.runs.get(&Variant::Full).map_or(0, Vec::len);
    let least = |variant, part: fn(&Run) -> f64| measurement.least(variant, part);
    line(&mut text, &format!("least of {rounds}"), |variant| {
        variant.name().to_owned()
    });
    line(&mut text, "elapsed time, s", |variant| {
        format!("{:.3}", least(variant, |run| run.elapsed))
    });
    line(&mut text, "overhead", |variant| {
        measurement.overhead(variant, |run| run.elapsed)
    });
    line(&mut text, "processor time, s", |variant| {
        format!("{:.3}", least(variant, |run| run.processor))
    });
    line(&mut text, "overhead", |variant| {
        measurement.overhead(variant, |run| run.processor)
    });
    line(&mut text, "memory, MiB", |variant| {
        format!("{:.0}", least(variant, |run| run.mebibytes))
    });
    line(&mut text, "events", |variant| {
        measurement
            .events
            .get(&variant)
            .map_or("-".to_owned(), u64::to_string)
    });
    line(&mut text, "reports", |variant| match variant {
        Variant::Unmonitored => "-".to_owned(),
        _ => measurement.runs[&variant]
            .first()
            .map_or(0, |run| run.reports.len())
            .to_string(),
    });
    line(&mut text, "tripwires hit", |variant| match variant {
        Variant::Optimized => measurement.hits.len().to_string(),
        _ => "-".to_owned(),
    });

    let equal = if measurement.objections.is_empty() {
        "equal in every round"
    } else {
        "not as promised, see below"
    };
    let _ = writeln!(text, "{:>18}  {equal}", "reports are");

    text
}

impl Measurement {
    fn least(&self, variant: Variant, part: fn(&Run) -> f64) -> f64 {
        self.runs
            .get(&variant)
            .into_iter()
            .flatten()
            .map(part)
            .fold(f64::INFINITY, f64::min)
    }

    fn overhead(&self, variant: Variant, part: fn(&Run) -> f64) -> String {
        match variant {
            Variant::Unmonitored => "-".to_owned(),
            _ => {
                let before = self.least(Variant::Unmonitored, part);
                format!(
                    "{:+.1} %",
                    100.0 * (self.least(variant, part) / before - 1.0)
                )
            }
        }
    }

    /// Returns what one event takes under full monitoring, in nanoseconds of processor time; none
    /// where the difference is not more than the unmonitored runs differ among each other.
    pub fn nanoseconds_of_an_event(&self) -> Option<f64> {
        let events = *self.events.get(&Variant::Full)?;
        let plain = self.least(Variant::Unmonitored, |run| run.processor);
        let most = self
            .runs
            .get(&Variant::Unmonitored)?
            .iter()
            .map(|run| run.processor)
            .fold(0.0, f64::max);
        let added = self.least(Variant::Full, |run| run.processor) - plain;
        (events > 0 && added > most - plain).then(|| added * 1e9 / events as f64)
    }
}

fn line(text: &mut String, head: &str, cell: impl Fn(Variant) -> String) {
    let _ = write!(text, "{head:>18}");
    for variant in Variant::ALL {
        let _ = write!(text, "{:>14}", cell(variant));
    }
    text.push('\n');
}
