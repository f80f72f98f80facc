//! `residua rank`: the sites of a run that cost most.

use anyhow::Result;

use super::{Outcome, print};
use crate::cli::{Listing, RankArgs};
use crate::console::Console;
use crate::counts::Planned;
use crate::inputs::plans;
use crate::ranking::Ranking;
use crate::settings::plan_of;
use crate::wording::next;
use crate::{config, counts};

/// Ranks what a woven program has counted.
pub fn run(args: &RankArgs, console: Console) -> Result<Outcome> {
    let path = match &args.plan {
        Some(path) => path.clone(),
        None => plan_of(&config::in_force(None)?),
    };
    let (plan, counts) = (plans::read(&path)?, counts::read(&args.counts)?);
    let ranking = Ranking::new(&counts, &Planned::new(&plan), args.top);
    print(&match args.format {
        Listing::Text => ranking.text(None),
        Listing::Json => ranking.json()?,
    })?;
    if args.format == Listing::Text {
        console.next(next::site(ranking.first_kept()));
    }
    Ok(Outcome::Done)
}
