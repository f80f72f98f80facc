//! Tables for people.

use std::time::Duration;

use crate::campaign::Outcome;
use crate::fault::Fault;
use crate::hazards::HAZARDS;

/// The tables of `docs/planted-faults.md`: hazards, then faults.
pub fn documentation(faults: &[Fault]) -> String {
    let mut table = "| hazard | what is easily forgotten | faults |\n|---|---|---|\n".to_owned();
    for hazard in HAZARDS {
        let ids: Vec<String> = faults
            .iter()
            .filter(|f| f.hazards.contains(&hazard.number))
            .map(|f| format!("`{}`", f.id))
            .collect();
        let listed = if ids.is_empty() {
            hazard.elsewhere.unwrap_or_default().to_owned()
        } else {
            ids.join(", ")
        };
        table += &format!("| {} | {} | {listed} |\n", hazard.number, hazard.title);
    }
    table += "\n| fault | rule | the careless shortcut | found by |\n|---|---|---|---|\n";
    for Fault {
        id,
        rule,
        shortcut,
        killer,
        ..
    } in faults
    {
        table += &format!(
            "| `{id}` | {rule} | {shortcut} | `{}`: `{}::{}` |\n",
            killer.package, killer.target, killer.name
        );
    }
    table
}

/// Returns the table of the outcomes of faults.
pub fn results(results: &[(&Fault, Outcome, Duration)]) -> String {
    let mut table = "| fault | hazards | killer | | seconds |\n|---|---|---|---|---|\n".to_owned();
    for (fault, outcome, time) in results {
        let hazards: Vec<String> = fault.hazards.iter().map(u8::to_string).collect();
        let outcome = match outcome {
            Outcome::Killed => "killed",
            Outcome::Survived => "SURVIVED",
            Outcome::Invalid(reason) => reason,
        };
        let seconds = time.as_secs_f64();
        table += &format!(
            "| {} | {} | {} | {outcome} | {seconds:.1} |\n",
            fault.id,
            hazards.join(", "),
            fault.killer
        );
    }
    table
}
