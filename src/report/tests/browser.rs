//! Reports in headless Chromium. Ignored, since not every machine has one:
//! `cargo test -p residua --bin residua report::tests::browser -- --ignored`.
//!
//! A page around the report works its controls, as far as a script can, and writes down what it
//! saw; so nothing of a test is in the report.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use super::hostile::{DEED, hostile_page};
use super::{plan, texts};
use crate::counts::Site;
use crate::report::render;

/// Possible names of browsers.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

fn page_of(count: usize) -> String {
    let plan = plan(count);
    render(&plan, &texts(&plan), None)
}

/// A page with events of a run: 4,000 at the first call, and 100 less at each further one.
fn counted_page() -> String {
    let plan = plan(40);
    let counts = plan
        .generators
        .iter()
        .enumerate()
        .map(|(index, generator)| {
            let site = Site {
                property: generator.property.clone(),
                event: generator.event.clone(),
                place: format!("{}:{}", generator.site.file, generator.site.line),
            };
            (site, 4000 - 100 * index as u64)
        });
    render(&plan, &texts(&plan), Some(&counts.collect()))
}

/// Opens the report in a frame, runs the script when it has been loaded, and gives what that
/// returns, and how often the browser's console speaks of the policy. The script knows the frame's
/// window as `page`, its document as `report`, and the milliseconds that loading took as `loading`.
pub fn driven(report: &str, script: &str) -> (Value, usize) {
    driven_with(report, script, &[])
}

/// The same in a browser with more arguments.
fn driven_with(report: &str, script: &str, more: &[&str]) -> (Value, usize) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let driver = include_str!("driver.html").replace("/*SCRIPT*/", script);
    std::fs::write(folder.path().join("report.html"), report).expect("files can be written");
    std::fs::write(folder.path().join("driver.html"), driver).expect("files can be written");
    let (seen, console) = browse(folder.path(), "driver.html", more);
    let result = seen
        .split("<pre id=\"result\">")
        .nth(1)
        .and_then(|behind| behind.split("</pre>").next());
    let result = result.unwrap_or_else(|| panic!("the driver wrote nothing down: {seen}"));
    let result = result
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
    let result = serde_json::from_str(&result).unwrap_or_else(|error| panic!("{error}: {result}"));
    (result, console.matches("Content Security Policy").count())
}

/// The document after its scripts have run, and what the console says.
fn browse(folder: &Path, page: &str, more: &[&str]) -> (String, String) {
    let arguments = [
        "--enable-logging=stderr",
        "--window-size=1400,1000",
        "--dump-dom",
    ];
    let output = chromium(folder, page, &[&arguments, more].concat());
    let [document, console] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (document, console)
}

/// Opens a page of a folder without a window.
fn chromium(folder: &Path, page: &str, arguments: &[&str]) -> Output {
    let url = format!("file://{}", folder.join(page).display());
    let command = |name: &str| {
        let mut command = Command::new(name);
        command.args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
        ]);
        command.args([
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ]);
        command
            .args(["--allow-file-access-from-files", "--hide-scrollbars"])
            .args(arguments);
        command
            .arg(format!(
                "--user-data-dir={}",
                folder.join("profile").display()
            ))
            .arg(&url);
        command.stdin(Stdio::null()).output()
    };
    NAMES
        .iter()
        .find_map(|name| command(name).ok())
        .expect("one of the browsers is installed")
}

/// Selects every row of the first pages, opens every package, types, and goes back.
const EVERYTHING: &str = "
    for (let n = 0; n < 30; n++) key(report.querySelector('#rows tr[tabindex=\"0\"]'), 'ArrowDown');
    for (const row of [...report.querySelectorAll('#rows tbody tr')]) report.querySelector(`[data-row=\"${row.dataset.row}\"]`).click();
    for (const open of report.querySelectorAll('#tree [data-open]')) open.click();
    for (const link of report.querySelectorAll('#tree a, [data-why]')) link.click();
    for (const folded of report.querySelectorAll('details')) folded.open = true;
    for (const cell of report.querySelectorAll('#treemap .cell')) cell.dispatchEvent(new page.MouseEvent('click', { bubbles: true, cancelable: true }));
    for (const link of [...report.querySelectorAll('.fold, .call')].slice(0, 50)) link.click();
    for (const one of report.querySelectorAll('[data-zoom], [data-step]')) one.click();
    report.getElementById('show-keys').click();
    report.getElementById('hide-keys').click();
    type('<script>');
    type('');
    report.getElementById('show-all').click();
    return {
        executed: report.documentElement.dataset.executed ?? null,
        errors,
        images: report.images.length,
        rows: report.querySelectorAll('#rows tbody tr').length,
        detail: report.getElementById('detail').textContent.length,
    };
";

#[test]
#[ignore = "needs Chromium"]
fn nothing_that_a_report_shows_is_ever_run() {
    let (seen, violations) = driven(&hostile_page(), EVERYTHING);
    assert_eq!(seen["errors"], serde_json::json!([]), "{seen}");
    assert_eq!(
        violations, 0,
        "no text even gets as far as the policy: {seen}"
    );
    assert_eq!(
        (&seen["executed"], &seen["images"]),
        (&Value::Null, &0.into()),
        "{seen}"
    );
    assert!(
        seen["rows"].as_u64() > Some(30) && seen["detail"].as_u64() > Some(100),
        "{seen}"
    );
}

/// The test above can fail: with the escaping gone the policy is what stops the deed, and without
/// that nothing does.
#[test]
#[ignore = "needs Chromium"]
fn policy_stops_what_escaping_would_let_through() {
    let planted = hostile_page().replacen("<main>", &format!("<main><script>{DEED}</script>"), 1);
    let (seen, violations) = driven(&planted, EVERYTHING);
    assert_eq!(seen["executed"], Value::Null, "{seen}");
    assert!(violations > 0, "{seen}");
    let open = planted.replacen("Content-Security-Policy", "X-No-Policy", 1);
    let (seen, _) = driven(&open, EVERYTHING);
    assert_eq!(seen["executed"], "1", "{seen}");
}

#[test]
#[ignore = "needs Chromium"]
fn keys_go_through_all_rows_and_into_the_detail() {
    let script = "
        const at = () => report.activeElement.dataset.row ?? report.activeElement.id;
        const row = () => report.querySelector('#rows tr[tabindex=\"0\"]');
        const seen = [];
        const press = name => { key(report.activeElement, name); seen.push(at()); };
        row().focus();
        seen.push(at());
        ['ArrowDown', 'ArrowDown', 'ArrowUp', 'PageDown', 'End', 'ArrowDown', 'Home', 'Enter', 'Escape', '/'].forEach(press);
        ['ArrowDown', '/', 'Enter', 'Escape', '/'].forEach(press);
        type('close');
        const words = report.getElementById('words');
        const count = () => report.getElementById('count').textContent.split(' ')[0];
        const filtered = count();
        key(words, 'Escape');
        const emptied = [filtered, words.value, count()];
        const isOpen = () => report.getElementById('keys').open;
        const dialog = [isOpen()];
        key(words, '?');
        dialog.push(isOpen());
        key(report.body, '?');
        dialog.push(isOpen());
        report.getElementById('hide-keys').click();
        dialog.push(isOpen());
        return { seen, emptied, dialog, address: page.location.hash };
    ";
    let (seen, _) = driven(&page_of(250), script);
    let expected = [
        "0", "1", "2", "1", "101", "249", "249", "0", "detail", "0", "words", "0", "words",
        "detail", "0", "words",
    ];
    assert_eq!(seen["seen"], serde_json::json!(expected), "{seen}");
    assert_eq!(seen["address"], "#call=g0");
    assert_eq!(seen["emptied"], serde_json::json!(["83", "", "250"]));
    let dialog = serde_json::json!([false, false, true, false]);
    assert_eq!(seen["dialog"], dialog, "`?` in the filter is a letter");
}

/// From a package to a file, to a marked call, to its detail, and back with Escape.
#[test]
#[ignore = "needs Chromium"]
fn source_leads_to_calls_and_back() {
    let script = "
        const seen = [];
        const source = report.getElementById('source');
        report.querySelector('#tree [data-open]').click();
        [...report.querySelectorAll('#tree [data-source]')].find(one => one.textContent === 'Class1.java').click();
        seen.push(source.querySelector('h3').textContent, page.location.hash);
        const looks = [...source.querySelectorAll('a.call')].slice(0, 4).map(mark => mark.className + ': ' + mark.textContent);
        const names = source.querySelectorAll('a.call')[1].getAttribute('aria-label');
        const symbols = [...source.querySelectorAll('.has-calls .symbol')].slice(0, 2).map(one => one.textContent).join('');
        seen.push(source.querySelectorAll('a.call').length, source.querySelector('.tally').textContent, source.querySelector('.fates').textContent, names, symbols);
        const lines = () => source.querySelectorAll('.line').length;
        const before = lines();
        source.querySelector('button.fold').click();
        seen.push(lines() - before, source.querySelectorAll('button.fold').length);
        source.querySelector('[data-mark=\"1\"]').click();
        key(report.activeElement, 'ArrowDown');
        seen.push(report.activeElement.dataset.call);
        report.activeElement.click();
        seen.push(report.activeElement.id, report.querySelector('#detail h3 .hint').textContent);
        key(report.activeElement, 'Escape');
        seen.push(report.activeElement.dataset.call, source.querySelector('.line.here').dataset.number, page.location.hash);
        source.querySelector('.tally').click();
        seen.push(report.getElementById('count').textContent);
        report.getElementById('show-all').click();
        report.querySelector('#rows tr[data-row=\"2\"]').click();
        report.querySelector('#detail [data-source]').click();
        seen.push(report.activeElement.dataset.call, source.querySelector('h3').textContent);
        page.history.replaceState(null, '', '#source=com%2Fexample%2Fp0%2FClass1.java%3A6');
        page.dispatchEvent(new page.HashChangeEvent('hashchange'));
        seen.push(report.activeElement.dataset.call);
        return { looks, seen, errors };
    ";
    let (seen, _) = driven(&page_of(250), script);
    let looks = [
        "call stays: session",
        "call residual1: session",
        "call residual2: session",
        "call nop: session",
    ];
    assert_eq!(seen["looks"], serde_json::json!(looks), "{seen:#}");
    let expected = serde_json::json!([
        "com/example/p0/Class1.java",
        "#source=com%2Fexample%2Fp0%2FClass1.java",
        100,
        "\u{25cf}1",
        "1 kept",
        "session: never matters, close of lifecycle",
        "\u{25cf}1\u{25cb}1",
        7,
        0,
        "101",
        "detail",
        "g101",
        "101",
        "6",
        "#call=g101&source=com%2Fexample%2Fp0%2FClass1.java%3A6",
        "1 of 250 monitored calls: 1 kept, 0 silenced",
        "2",
        "com/example/p0/Class0.java",
        "101",
    ]);
    assert_eq!(seen["seen"], expected, "{seen:#}");
    assert_eq!(seen["errors"], serde_json::json!([]));
}

/// Steps of the ninth made-up call: `open`, then `close`.
const STEPPED: &str = "
    const detail = report.getElementById('detail');
    const press = name => key(detail, name);
    const states = () => [...detail.querySelectorAll('.way .state.now text')].map(one => one.textContent).join(' ');
    const current = () => [...detail.querySelectorAll('[aria-current=step]')].map(one => one.textContent.split('\\n')[0].slice(0, 14)).join(' ');
    const at = () => [detail.querySelector('.status').textContent, states(), detail.querySelectorAll('.way .edge.now').length,
        detail.querySelector('.stage .line.here')?.textContent.trim().split(/\\s+/)[0] ?? ''];
    const go = row => {
        page.history.replaceState(null, '', `#g${row}`);
        page.dispatchEvent(new page.HashChangeEvent('hashchange'));
    };
    go(8);
";

#[test]
#[ignore = "needs Chromium"]
fn state_transition_and_line_of_a_path_go_together() {
    let script = format!(
        "{STEPPED}
        const seen = [at()];
        press('ArrowRight'); seen.push(at());
        const token = detail.querySelector('.token').getAttribute('class');
        press('ArrowRight'); seen.push(at());
        press('ArrowRight'); press('ArrowLeft'); seen.push(at());
        detail.querySelector('[data-step=last]').click(); const last = current();
        detail.querySelector('[data-step=first]').click(); const first = current();
        go(1);
        return {{ seen, token, last, first, none: detail.querySelectorAll('.player').length, errors }};
    "
    );
    let expected = serde_json::json!([
        ["Start: fresh", "fresh", 0, ""],
        [
            "Step 1 of 2: open leads from fresh to live",
            "live",
            1,
            "24"
        ],
        [
            "Step 2 of 2: close leads from live to closed",
            "closed",
            1,
            "27"
        ],
        [
            "Step 1 of 2: open leads from fresh to live",
            "live",
            1,
            "24"
        ],
    ]);
    for (more, token) in [
        (None, "token moves"),
        (Some("--force-prefers-reduced-motion"), "token"),
    ] {
        let more: Vec<&str> = more.into_iter().collect();
        let (seen, _) = driven_with(&page_of(12), &script, &more);
        assert_eq!(seen["seen"], expected, "{seen:#}");
        assert_eq!(seen["token"], token, "{seen:#}");
        assert_eq!(seen["errors"], serde_json::json!([]));
        assert_eq!(
            (&seen["last"], &seen["first"], &seen["none"]),
            (
                &"by close (this".into(),
                &"fresh at first".into(),
                &0.into()
            ),
            "a silenced call has no path"
        );
    }
}

#[test]
#[ignore = "needs Chromium"]
fn paths_play_to_their_end_and_stop() {
    let script = format!(
        "{STEPPED}
        const play = detail.querySelector('[data-step=play]');
        play.click();
        const during = play.textContent;
        return new Promise(done => setTimeout(() => done({{ during, after: play.textContent, at: at() }}), 5000));
    "
    );
    let (seen, _) = driven_with(&page_of(12), &script, &["--virtual-time-budget=20000"]);
    let end = [&seen["during"], &seen["after"], &seen["at"][0]];
    let expected = [
        "\u{2016} Stop",
        "\u{25b6} Play",
        "Step 2 of 2: close leads from live to closed",
    ];
    assert_eq!(end, expected, "{seen:#}");
}

#[test]
#[ignore = "needs Chromium"]
fn automata_zoom_by_buttons_keys_and_wheel() {
    let script = "
        const box = report.querySelector('#properties .drawing');
        const drawing = box.querySelector('svg');
        const width = () => Math.round(drawing.getBoundingClientRect().width);
        const click = how => report.querySelector(`[data-zoom=${how}]`).click();
        const wheel = ctrlKey => box.dispatchEvent(new page.WheelEvent('wheel', { deltaY: -100, ctrlKey, bubbles: true, cancelable: true }));
        const fits = width();
        const seen = [];
        const isWhole = () => drawing.classList.contains('shrinks');
        const larger = () => seen.push(width() > fits ? 'larger' : width() < fits ? 'smaller' : isWhole() ? 'fits' : 'is as wide');
        click('in'); larger(); click('fit'); larger(); click('out'); larger();
        key(box, '0'); larger(); key(box, '+'); larger(); key(box, '0'); key(box, '-'); larger();
        key(box, '0'); wheel(false); larger(); wheel(true); larger();
        for (let n = 0; n < 60; n++) key(box, '+');
        const most = Math.round(width() / Number(drawing.getAttribute('viewBox').split(' ')[2]));
        return { seen, most, errors };
    ";
    let (seen, _) = driven(&page_of(12), script);
    let expected = [
        "larger", "fits", "smaller", "fits", "larger", "smaller", "fits", "larger",
    ];
    assert_eq!(seen["seen"], serde_json::json!(expected), "{seen:#}");
    assert_eq!(
        (&seen["most"], &seen["errors"]),
        (&8.into(), &serde_json::json!([]))
    );
}

#[test]
#[ignore = "needs Chromium"]
fn cells_of_the_map_lead_to_their_lines() {
    let script = "
        const cells = [...report.querySelectorAll('#treemap .cell')];
        const stops = cells.filter(cell => cell.getAttribute('tabindex') === '0');
        const seen = [cells.length, stops.length];
        const at = () => report.activeElement.getAttribute('aria-label')?.split(',')[0];
        stops[0].focus(); seen.push(at());
        key(report.activeElement, 'ArrowRight'); seen.push(at());
        key(report.activeElement, 'End'); seen.push(at());
        key(report.activeElement, 'Home');
        report.activeElement.dispatchEvent(new page.MouseEvent('click', { bubbles: true, cancelable: true }));
        seen.push(report.querySelector('#source .line.here').dataset.number, report.activeElement.className, page.location.hash);
        return { seen, errors };
    ";
    let (seen, _) = driven(&counted_page(), script);
    let expected = serde_json::json!([
        40,
        1,
        "com/example/p0/Class0.java:3: 4",
        "com/example/p0/Class0.java:6: 3",
        "com/example/p0/Class0.java:120: 100 events",
        "3",
        "call stays",
        "#source=com%2Fexample%2Fp0%2FClass0.java%3A3",
    ]);
    assert_eq!(seen["seen"], expected, "{seen:#}");
    assert_eq!(seen["errors"], serde_json::json!([]));
}

#[test]
#[ignore = "needs Chromium"]
fn filters_let_through_what_they_say() {
    let script = "
        const count = () => report.getElementById('count').textContent;
        const seen = [count()];
        for (const text of ['Class1.java', 'Class0.java:6', 'g7', 'close reason', 'nothing is called so', 'kept close', 'event:close why:session', 'decision:silenced', '']) { type(text); seen.push(count()); }
        choose('decision', 'keep'); seen.push(count());
        choose('way', 'ordered'); seen.push(count());
        choose('decision', ''); choose('way', '');
        choose('step', '4'); seen.push(count());
        report.getElementById('show-all').click(); seen.push(count());
        report.querySelector('#tree [data-open]').click();
        report.querySelector('#tree [data-file]').click(); seen.push(count());
        report.querySelector('#chips [data-drop]').click(); seen.push(count());
        report.querySelector('[data-order=event]').click();
        seen.push(report.querySelector('#rows tbody code').textContent);
        return { seen };
    ";
    let (seen, _) = driven(&page_of(400), script);
    let of = |count: usize, kept: usize| {
        format!(
            "{count} of 400 monitored calls: {kept} kept, {} silenced",
            count - kept
        )
    };
    let all = "400 monitored calls: 100 kept, 300 silenced".to_owned();
    let expected = [
        all.clone(),
        of(100, 25),
        of(1, 0),
        of(1, 0),
        of(133, 33),
        of(0, 0),
        of(33, 33),
        of(0, 0),
        of(300, 0),
        all.clone(),
        of(100, 100),
        of(50, 50),
        of(100, 0),
        all.clone(),
        of(100, 25),
        all,
        "Class0.java:9:9".to_owned(),
    ];
    assert_eq!(seen["seen"], serde_json::json!(expected), "{seen:#}");
}

/// `Class1.java` is no part of `DropClass1.java`, with a line and without.
#[test]
#[ignore = "needs Chromium"]
fn name_of_a_file_is_its_whole_name() {
    let mut plan = plan(400);
    for generator in &mut plan.generators {
        let file = &mut generator.site.file;
        *file = file.replace("Class0.java", "DropClass1.java");
    }
    let script = "
        const count = () => Number(report.getElementById('count').textContent.split(' ')[0]);
        const of = text => { type(text); return count(); };
        const line = report.querySelector('#rows tbody code').textContent.split(':')[1];
        return { seen: ['Class1.java', 'DropClass1.java', 'ropClass1.java'].map(of), line: of(`Class1.java:${line}`), of: of(`DropClass1.java:${line}`) };
    ";
    let (seen, _) = driven(&render(&plan, &texts(&plan), None), script);
    assert_eq!(seen["seen"], serde_json::json!([100, 100, 100]), "{seen:#}");
    let number = |name: &str| seen[name].as_u64().expect("a number");
    assert!(
        number("of") > 0 && number("line") + number("of") <= 100,
        "{seen:#}"
    );
}

/// The numbers of events and causes lead to their calls, and Back of the browser leads to what was shown
/// before.
#[test]
#[ignore = "needs Chromium"]
fn numbers_lead_to_their_calls_and_back() {
    let script = "
        const count = () => report.getElementById('count').textContent;
        const seen = [count()];
        const back = () => new Promise(resolve => {
            page.addEventListener('hashchange', () => setTimeout(() => { seen.push(count()); resolve(); }), { once: true });
            page.history.back();
        });
        const follow = selector => { report.querySelector(selector).click(); seen.push(count()); };
        follow('#properties .events [data-event]');
        follow('#properties .events [data-decision=keep]');
        follow('#unresolved [data-cause]');
        seen.push(report.getElementById('chips').textContent);
        report.querySelector('#rows tbody tr').click();
        seen.push(report.querySelector('#detail .causes a').getAttribute('href'));
        await back();
        await back();
        seen.push(report.getElementById('event').selectedOptions[0].textContent, report.getElementById('decision').value);
        await back();
        return { seen };
    ";
    let script = format!("return (async () => {{ {script} }})();");
    let (seen, _) = driven_with(&page_of(400), &script, &["--virtual-time-budget=20000"]);
    let of = |count: usize, kept: usize| {
        let silenced = count - kept;
        format!("{count} of 400 monitored calls: {kept} kept, {silenced} silenced")
    };
    let all = "400 monitored calls: 100 kept, 300 silenced".to_owned();
    let expected = serde_json::json!([
        all,
        of(134, 34),
        of(34, 34),
        of(100, 100),
        "a name is not known, so other code may use 1 class \u{d7}",
        "#cause-0",
        of(34, 34),
        of(134, 34),
        "open",
        "",
        all,
    ]);
    assert_eq!(seen["seen"], expected, "{seen:#}");
}

/// A link shows what its sender saw: the filters, the order and the selected call; what is typed
/// into the address is followed, and `#g7` alone is a call.
#[test]
#[ignore = "needs Chromium"]
fn address_says_what_is_shown() {
    let script = "
        const count = () => report.getElementById('count').textContent.split(' ')[0];
        const go = hash => {
            page.history.replaceState(null, '', hash);
            page.dispatchEvent(new page.HashChangeEvent('hashchange'));
            return [count(), report.activeElement.dataset.row ?? null];
        };
        const seen = [];
        type('close'); choose('decision', 'keep');
        report.querySelector('[data-order=why]').click();
        report.querySelector('#rows tbody tr').click();
        const sent = page.location.hash;
        const before = [count(), report.activeElement.dataset.row];
        report.getElementById('show-all').click();
        seen.push(page.location.hash.includes('close'));
        seen.push(JSON.stringify(go(sent)) === JSON.stringify(before));
        seen.push(report.getElementById('words').value, report.getElementById('decision').value, page.location.hash === sent);
        seen.push(go('#g7'), go('#property=lifecycle&reason=never%20matters'), go('#property=nothing'), go('#file=com/example/p0/Class1.java'));
        seen.push(go('#decision=keep&call=g1'), go('#call=g999999')[0]);
        const unknown = () => report.getElementById('unknown').textContent;
        seen.push(unknown(), go('#property=lifecycle&package=org.none&decision=kept')[0], unknown());
        seen.push(report.querySelector('#properties [data-decision=keep]').getAttribute('href'));
        return { sent, seen };
    ";
    let (seen, _) = driven(&page_of(400), script);
    let expected = serde_json::json!([
        false,
        true,
        "close",
        "keep",
        true,
        ["400", "7"],
        ["100", null],
        ["400", null],
        ["100", null],
        ["400", "1"],
        "400",
        "",
        "400",
        "Not in this report: package=org.none, decision=kept",
        "#property=lifecycle&decision=keep"
    ]);
    assert_eq!(seen["seen"], expected, "{seen:#}");
}

/// Opens a report three times, and works its filters three times each; of each the fastest counts,
/// since the machine has other things to do as well. The limits are those of what people wait for.
fn opens_and_filters_at_once(report: &str, [word, place, words]: [&str; 3]) -> Value {
    let script = "
        const times = {};
        const once = work => { const start = performance.now(); work(); return performance.now() - start; };
        const timed = (name, work) => { times[name] = Math.min(once(work), once(work), once(work)); };
        timed('word', () => type('WORD'));
        timed('place', () => type('PLACE'));
        timed('several', () => type('SEVERAL'));
        timed('clear', () => type(''));
        timed('kept', () => choose('decision', 'keep'));
        timed('all', () => choose('decision', ''));
        timed('order', () => report.querySelector('[data-order=why]').click());
        timed('last', () => report.querySelector('[data-page=last]')?.click());
        timed('select', () => report.querySelector('#rows tbody tr').click());
        const startOf = (list) => Math.round(list[0]?.startTime ?? -1);
        const marked = name => startOf(page.performance.getEntriesByName(name));
        return { loading, times, ready: marked('ready'), painted: marked('first-contentful-paint'),
            rows: report.getElementById('count').textContent };
    ";
    let script = script
        .replace("WORD", word)
        .replace("PLACE", place)
        .replace("SEVERAL", words);
    let loading = |seen: &Value| seen["loading"].as_f64().expect("a time");
    let runs = (0..3).map(|_| driven(report, &script).0);
    let seen = runs
        .min_by(|one, other| loading(one).total_cmp(&loading(other)))
        .expect("three runs");
    eprintln!("{} bytes: {seen:#}", report.len());
    assert!(loading(&seen) < 2000.0, "{seen:#}");
    let times = seen["times"].as_object().expect("times");
    assert!(
        times.values().all(|time| time.as_f64() < Some(200.0)),
        "{seen:#}"
    );
    seen
}

#[test]
#[ignore = "needs Chromium"]
fn hundred_thousand_generators_open_in_two_seconds_and_filter_at_once() {
    let seen = opens_and_filters_at_once(
        &page_of(100_000),
        ["session", "Class77.java:12", "send reason 7"],
    );
    assert_eq!(
        seen["rows"],
        "100,000 monitored calls: 25,000 kept, 75,000 silenced"
    );
}

/// A link to a part opens what is folded there, one to a call shows its row with the detail beside it.
#[test]
#[ignore = "needs Chromium"]
fn addresses_show_what_they_name() {
    let script = "
        const go = hash => { page.history.replaceState(null, '', hash); page.dispatchEvent(new page.HashChangeEvent('hashchange')); };
        const folded = report.querySelector('#properties details');
        folded.open = false;
        go('#property-0');
        const opened = folded.open;
        go('#call=g180');
        const row = report.querySelector('#rows [aria-selected=true]').getBoundingClientRect();
        const detail = report.getElementById('detail').getBoundingClientRect();
        const isSeen = ({ top, bottom }) => top < page.innerHeight && bottom > 0;
        report.querySelector('[data-property][data-decision=keep]').click();
        return { opened, row: isSeen(row), detail: isSeen(detail), call: report.getElementById('count').textContent, hash: page.location.hash };
    ";
    let (seen, _) = driven(&page_of(250), script);
    assert_eq!(
        (&seen["opened"], &seen["row"], &seen["detail"]),
        (&true.into(), &true.into(), &true.into()),
        "{seen:#}"
    );
    let hash = seen["hash"].as_str().unwrap_or_default();
    assert!(
        hash.contains("decision=keep") && hash.contains("property="),
        "{seen:#}"
    );
}

/// The rules of accessibility that axe-core knows, with a selected call and all that is folded open, in
/// light and in dark.
#[test]
#[ignore = "needs Chromium, and the path of axe-core's axe.min.js in RESIDUA_AXE"]
fn axe_finds_no_fault() {
    let axe = std::env::var_os("RESIDUA_AXE").expect("the path of axe.min.js");
    let axe = std::fs::read_to_string(axe).expect("axe-core");
    // The policy of the page lets no other script in.
    let page = counted_page().replacen("Content-Security-Policy", "X-No-Policy", 1);
    let page = page.replacen("</body>", &format!("<script>{axe}</script></body>"), 1);
    let script = "
        for (const folded of report.querySelectorAll('details')) folded.open = true;
        report.querySelector('#tree [data-open]').click();
        report.querySelector('#tree [data-source]').click();
        report.querySelector('#rows tbody tr').click();
        report.querySelector('[data-step=forward]').click();
        report.querySelector('[data-zoom=in]').click();
        if (KEYS) report.getElementById('show-keys').click();
        return page.axe.run(report, { resultTypes: ['violations'] }).then(({ violations, passes }) => ({
            passes: passes.length,
            faults: violations.flatMap(one => one.nodes.map(node => `${one.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`)),
        }));
    ";
    // The browser waits for the promise, in a time of its own.
    for (scheme, keys) in [("1", "false"), ("0", "false"), ("1", "true"), ("0", "true")] {
        let scheme = format!("--blink-settings=preferredColorScheme={scheme}");
        let script = script.replace("KEYS", keys);
        let (seen, _) = driven_with(&page, &script, &["--virtual-time-budget=60000", &scheme]);
        assert_eq!(seen["faults"], serde_json::json!([]), "{seen:#}");
        assert!(seen["passes"].as_u64() > Some(15), "{seen}");
    }
}

/// The path of a report of a real program.
fn given() -> PathBuf {
    std::env::var_os("RESIDUA_REPORT")
        .expect("the path of a report")
        .into()
}

#[test]
#[ignore = "needs Chromium, and the path of a report in RESIDUA_REPORT"]
fn given_report_opens_in_two_seconds_and_filters_at_once() {
    let report = std::fs::read_to_string(given()).expect("a report");
    opens_and_filters_at_once(&report, ["iterator", ".java:12", "may take part"]);
}

/// A page that shows a part of a report: pictures of a page that is scrolled are blank.
const FRAME: &str = "<!DOCTYPE html><meta name=\"color-scheme\" content=\"light dark\">\
    <style>body { margin: 0 } iframe { border: 0; display: block }</style>\
    <iframe src=\"report.htmlPART\" width=\"1200\" height=\"800\"></iframe>";

/// Of the summary, of the generators, of the source at the place in RESIDUA_PLACE (`FILE:LINE`) and
/// of the map, light and dark, as `PREFIX-summary-light.png` and so on. They are for people to look
/// at.
#[test]
#[ignore = "needs Chromium, the path of a report in RESIDUA_REPORT, and where pictures go in RESIDUA_PICTURES"]
fn pictures_of_a_given_report_are_taken() {
    let prefix = std::env::var("RESIDUA_PICTURES").expect("a prefix of paths");
    let kept = std::env::var("RESIDUA_SELECTED").unwrap_or_else(|_| "g0".to_owned());
    let report = std::fs::read_to_string(given()).expect("a report");
    let mut parts = vec![
        ("summary", String::new()),
        ("generators", format!("#{kept}")),
    ];
    if let Ok(place) = std::env::var("RESIDUA_PLACE") {
        parts.push(("source", format!("#source={place}")));
    }
    if report.contains("id=\"treemap\"") {
        parts.push(("map", "#map-title".to_owned()));
    }
    for (part, at) in parts {
        let pictures = [
            ("light", "preferredColorScheme=1"),
            ("dark", "preferredColorScheme=0"),
        ]
        .map(|(name, scheme)| {
            let folder = tempfile::tempdir().expect("a temporary folder");
            std::fs::copy(given(), folder.path().join("report.html")).expect("files can be copied");
            std::fs::write(folder.path().join("frame.html"), FRAME.replace("PART", &at))
                .expect("files can be written");
            let file = std::path::absolute(format!("{prefix}-{part}-{name}.png")).expect("a path");
            let picture = format!("--screenshot={}", file.display());
            let scheme = format!("--blink-settings={scheme}");
            chromium(
                folder.path(),
                "frame.html",
                &[
                    "--window-size=1200,800",
                    "--virtual-time-budget=8000",
                    &scheme,
                    &picture,
                ],
            );
            std::fs::read(&file).expect("a picture")
        });
        assert!(
            pictures
                .iter()
                .all(|picture| picture.starts_with(b"\x89PNG")),
            "{part}"
        );
        assert_ne!(pictures[0], pictures[1], "light and dark differ");
    }
}

/// Machines without a browser run everything but the tests of this file, of which this is the last.
#[test]
fn each_other_test_of_this_file_is_ignored() {
    let attribute = concat!("#", "[test]");
    let tests = include_str!("browser.rs").split(attribute).skip(1);
    let run: Vec<_> = tests
        .filter(|test| !test.trim_start().starts_with("#[ignore"))
        .collect();
    assert_eq!(run.len(), 1, "{run:?}");
}
