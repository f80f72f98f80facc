//! The table of all reports with its filters.

use maud::{Markup, html};

use super::super::prose;
use super::{Facts, Numbered, badge};
use crate::wording::predictions::{self as wording, KINDS, title};

/// A row for each report, which leads to it.
pub fn section(runs: &[Facts<'_>], reports: &[Numbered<'_>]) -> Markup {
    let has_several = runs.len() > 1;
    html! {
        section id="list" aria-labelledby="list-title" {
            h2 id="list-title" { (title::REPORTS) }
            noscript { p { (wording::FILTERS_NEED_SCRIPTS) } }
            (filters(reports))
            p id="count" class="scripted" role="status" aria-live="polite" {}
            div class="wide whole" tabindex="0" role="region" aria-labelledby="list-title" {
                table id="rows" {
                    thead { tr {
                        th scope="col" { "Report" } th scope="col" { "Kind" }
                        @if has_several { th scope="col" { "Run" } }
                        th scope="col" { "Lines" } th scope="col" { "Threads" }
                    } }
                    tbody { @for one in reports { (row(runs, has_several, one)) } }
                }
            }
        }
    }
}

fn row(runs: &[Facts<'_>], has_several: bool, one: &Numbered<'_>) -> Markup {
    html! {
        tr data-report=(one.number) {
            th scope="row" { a href=(format!("#report-{}", one.number)) { (one.number) ". " (prose(&wording::name(one.report))) } }
            td { (badge(one.report.kind)) }
            @if has_several { td { code { (runs[one.run].name) } } }
            td { (list(&one.report.lines)) }
            td { (list(&one.report.threads)) }
        }
    }
}

/// Names in a row, each of them once.
fn list(names: &[String]) -> Markup {
    let mut names = names.to_vec();
    names.dedup();
    html! { ul class="names" { @for name in names { li { code { (name) } } } } }
}

/// The filters. Kinds without a report are no choice.
fn filters(reports: &[Numbered<'_>]) -> Markup {
    let is_there = |kind: &_| reports.iter().any(|one| one.report.kind == *kind);
    html! {
        form id="filters" class="scripted" role="search" aria-label="Filter the reports" {
            label { "Text "
                input id="words" type="search" autocomplete="off" spellcheck="false" placeholder="words, a thread, Main.java:12"; }
            label { "Kind " select id="kind" {
                option value="" { "all" }
                @for kind in KINDS.iter().filter(|kind| is_there(kind)) { option value=(kind.word()) { (wording::kind(*kind).1) } }
            } }
            button id="show-all" type="button" { "Show all" }
        }
    }
}
