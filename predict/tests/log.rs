//! Logs give back what was written, and of a damaged log what stands before the damage.

use std::io::Cursor;

use predict::log::{self, Backwards, Blocks, EVENTS_OF_BLOCK, Writer};
use predict::trace::{self, Action, ContextId, Event, Recorder, Trace};

/// A run of threads that lock, read and write, with values at some accesses.
fn run(seed: u64, length: usize) -> Trace {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut recorder = Recorder::default();
    let mut holders: Vec<Option<String>> = vec![None; 4];
    for number in 0..length {
        let thread = format!("T{}", rng.u32(0..5));
        let line = format!("Run.java:{}", rng.u32(1..200));
        let variable = format!(
            "field{}#{}",
            rng.u32(0..6),
            rng.u32(0..(1 + number as u32 / 50))
        );
        let lock = rng.usize(0..4);
        let name = format!("lock{lock}");
        let value = format!("{:x}", rng.u32(0..300));
        let word = ["r", "w", "vr", "vw", "vu"][rng.usize(0..5)];
        let told = match rng.u32(0..12) {
            0 => recorder.record(&thread, "branch", None, &line, None),
            1 => recorder.record(&thread, "fork", Some("T9"), &line, None),
            2 if holders[lock].is_none() => {
                holders[lock] = Some(thread.clone());
                recorder.record(&thread, "acq", Some(&name), &line, None)
            }
            2 | 3 => match holders[lock].take() {
                Some(holder) => recorder.record(&holder, "rel", Some(&name), &line, None),
                None => recorder.record(&thread, "begin", None, &line, None),
            },
            4 => recorder.record(&thread, word, Some(&variable), &line, Some(&value)),
            _ => recorder.record(&thread, word, Some(&variable), &line, None),
        };
        told.expect("a run");
    }
    recorder.finish()
}

fn bytes_of(trace: &Trace) -> Vec<u8> {
    let mut bytes = Vec::new();
    log::write(trace, &mut bytes).expect("memory takes all");
    bytes
}

/// The ends of the blocks, as offset and number of events before it.
fn blocks_of(bytes: &[u8]) -> Vec<(usize, u64)> {
    let mut ends = Vec::new();
    for end in 8..=bytes.len() {
        let (read, damage) = log::read(&bytes[..end]);
        if damage.is_none() {
            ends.push((end, read.events.len() as u64));
        }
    }
    ends
}

#[test]
fn logs_give_back_what_was_written() {
    for (seed, length) in [
        (1, 0),
        (2, 1),
        (3, 5_000),
        (4, EVENTS_OF_BLOCK),
        (5, 3 * EVENTS_OF_BLOCK + 7),
    ] {
        let trace = run(seed, length);
        let bytes = bytes_of(&trace);
        assert_eq!(log::read(&bytes[..]), (trace, None), "seed {seed}");
    }
}

/// The same run, with the methods that its threads are in.
fn with_stacks(trace: &Trace, seed: u64) -> Trace {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut recorder = Recorder::default();
    for name in 0..trace.threads() {
        recorder.thread_named(trace.tables.threads.name(name));
    }
    let mut known = vec![ContextId::UNKNOWN];
    let mut contexts = vec![ContextId::UNKNOWN; trace.threads()];
    let mut events = Vec::new();
    for &event in &trace.events {
        if rng.u32(0..4) == 0 {
            let context = if rng.u32(0..8) == 0 {
                let caller = known[rng.usize(0..known.len())];
                let method = format!("Run.m{}", rng.u32(0..9));
                let context = recorder.context_named(caller, "Run.java:7", &method);
                known.push(context);
                context
            } else {
                known[rng.usize(0..known.len())]
            };
            contexts[event.thread.index()] = context;
        }
        let context = contexts[event.thread.index()];
        let line = recorder.line_named(trace.tables.lines.name(event.line.index()));
        events.push(Event {
            action: Action::Step,
            value: None,
            line,
            context,
            ..event
        });
    }
    let tables = recorder.tables().clone();
    Trace { tables, events }
}

#[test]
fn stacks_go_through_a_log() {
    for (seed, length) in [(1, 1), (2, 3_000), (3, 2 * EVENTS_OF_BLOCK + 7)] {
        let trace = with_stacks(&run(seed, length), seed);
        assert_eq!(
            log::read(&bytes_of(&trace)[..]),
            (trace.clone(), None),
            "seed {seed}"
        );
        let known = |event: &&Event| event.context != ContextId::UNKNOWN;
        assert!(length == 1 || trace.events.iter().any(|event| known(&event)));
    }
}

/// The table of property events is one of the last, and stands only in blocks that need it.
#[test]
fn property_events_go_through_a_log_and_change_no_other_log() {
    let plain = "T0|fork(T1)|1\nT1|w(x)|2|5\n";
    let (trace, _) = trace::read("run.std", plain.as_bytes()).expect("a trace");
    let mark = *b"RSDALOG3";
    assert!(bytes_of(&trace).starts_with(&mark));
    let text =
        format!("{plain}T0|event(life.send s=Session@1)|3\nT1|event(life.close s=Session@2)|4\n");
    let (with_events, _) = trace::read("run.std", text.as_bytes()).expect("a trace");
    let (read, damage) = log::read(&bytes_of(&with_events)[..]);
    assert_eq!((&read, damage), (&with_events, None));
    let mut written = Vec::new();
    trace::write(&read, &mut written).expect("memory takes all");
    assert_eq!(String::from_utf8(written).as_deref(), Ok(&*text));
    let names: usize = log_names(&trace);
    assert_eq!(
        names,
        6 + "T0T1x125".len() + 6,
        "six numbers, and each text with its length"
    );
}

/// The bytes of the names in the first block of a log.
fn log_names(trace: &Trace) -> usize {
    let bytes = bytes_of(trace);
    u32::from_le_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]) as usize
}

/// Both texts say the same, so nothing of a trace is lost on the way through a log.
#[test]
fn text_of_a_run_goes_through_a_log() {
    let trace = run(7, 20_000);
    let mut text = Vec::new();
    trace::write(&trace, &mut text).expect("memory takes all");
    let (read, _) = log::read(&bytes_of(&trace)[..]);
    let mut again = Vec::new();
    trace::write(&read, &mut again).expect("memory takes all");
    assert!(text == again, "the texts differ");
}

#[test]
fn backwards_is_forwards_reversed() {
    let trace = run(8, 2 * EVENTS_OF_BLOCK + 100);
    let (mut backwards, damage) = Backwards::new(Cursor::new(bytes_of(&trace))).expect("a log");
    assert_eq!(damage, None);
    let mut events: Vec<Event> = Vec::new();
    while let Some(event) = backwards.next_event().expect("an event") {
        events.push(event);
    }
    events.reverse();
    assert_eq!(backwards.tables(), &trace.tables);
    assert!(events == trace.events, "the orders differ");
}

/// A program that is killed leaves the blocks that it has flushed.
#[test]
fn log_that_ends_within_a_block_has_the_blocks_before() {
    let trace = run(9, 400);
    let mut writer = Writer::new(Vec::new()).expect("memory takes all");
    for (number, &event) in trace.events.iter().enumerate() {
        writer.push(event, &trace.tables).expect("memory takes all");
        if number % 100 == 99 {
            writer.flush(&trace.tables).expect("memory takes all");
        }
    }
    let bytes = writer.finish(&trace.tables).expect("memory takes all");
    let whole = blocks_of(&bytes);
    assert!(whole.len() > 3, "{whole:?}");
    for end in 8..bytes.len() {
        let (read, damage) = log::read(&bytes[..end]);
        let &(offset, events) = whole
            .iter()
            .rfind(|&&(offset, _)| offset <= end)
            .expect("the mark");
        assert!(trace.events.starts_with(&read.events), "cut at {end}");
        assert_eq!(read.events.len() as u64, events, "cut at {end}");
        if let Some(damage) = damage {
            assert_eq!(
                (damage.offset, damage.events),
                (offset as u64, events),
                "cut at {end}"
            );
        }
    }
}

/// Reads a damaged log in both ways: it is a prefix of the run, or the damage is named.
fn damaged_log_is_read_as_far_as_it_goes(bytes: &[u8], trace: &Trace, what: &str) {
    let (read, damage) = log::read(bytes);
    assert!(trace.events.starts_with(&read.events), "{what}: {damage:?}");
    assert!(damage.is_some() || read == *trace, "{what} is not noticed");
    let (mut backwards, also) = Backwards::new(Cursor::new(bytes)).expect("memory");
    assert_eq!(also, damage, "{what}");
    let mut events = 0;
    while let Ok(Some(_)) = backwards.next_event() {
        events += 1;
    }
    assert_eq!(events, read.events.len(), "{what}");
}

fn check_mutants(count: u64) {
    let trace = run(10, 1_000);
    let bytes = bytes_of(&trace);
    let mut rng = fastrand::Rng::with_seed(11);
    for number in 0..count {
        let mut mutant = bytes.clone();
        let at = rng.usize(0..mutant.len());
        let what = match rng.u32(0..4) {
            0 => {
                mutant[at] ^= 1 << rng.u32(0..8);
                "a flipped bit"
            }
            1 => {
                mutant.remove(at);
                "a lost byte"
            }
            2 => {
                mutant.insert(at, rng.u8(..));
                "one byte more"
            }
            _ => {
                let end = rng.usize(at..=mutant.len());
                mutant[at..end].fill(rng.u8(..));
                "overwritten bytes"
            }
        };
        if mutant != bytes {
            damaged_log_is_read_as_far_as_it_goes(
                &mutant,
                &trace,
                &format!("{what}, mutant {number} at {at}"),
            );
        }
    }
}

#[test]
fn damage_is_named() {
    check_mutants(2_000);
}

#[test]
#[ignore = "a campaign: 100,000 mutants"]
fn damage_is_named_in_a_campaign() {
    check_mutants(100_000);
}

/// Behind a right checksum, too: a writer may be wrong.
#[test]
fn columns_that_no_writer_makes_are_refused() {
    let trace = run(12, 50);
    let other = Trace {
        tables: Recorder::default().finish().tables,
        events: trace.events.clone(),
    };
    let (read, damage) = log::read(&bytes_of(&other)[..]);
    assert!(read.events.is_empty(), "their names are not there");
    let reason = damage.expect("damage").reason;
    assert_eq!(reason, "the columns of the block are damaged");
}

#[test]
fn texts_are_no_logs() {
    let (read, damage) = log::read("T0|w(x)|3\n".as_bytes());
    assert!(read.events.is_empty());
    assert_eq!(damage.expect("damage").reason, "it does not begin as a log");
    assert!(!log::is_log(b"T0|w(x)|3\n"));
    let (_, damage) = log::read(&b"RSDALOG1BLK1"[..]);
    let reason = damage.expect("damage").reason;
    assert!(reason.contains("another version"), "{reason}");
    assert!(log::is_log(b"RSDALOG1"));
}

#[test]
fn memory_is_that_of_a_block_and_the_names() {
    let trace = run(13, 2 * EVENTS_OF_BLOCK);
    let bytes = bytes_of(&trace);
    let mut blocks = Blocks::new(&bytes[..]);
    let mut sizes = Vec::new();
    while let Some(block) = blocks.next_block().expect("a block") {
        sizes.push(block.len());
    }
    assert_eq!(sizes, [EVENTS_OF_BLOCK, EVENTS_OF_BLOCK]);
}
