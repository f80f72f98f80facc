//! Workers of one process, and of several that talk over loopback.

use std::net::TcpListener;
use std::sync::Arc;
use std::thread;

use cluster::{Cluster, Failure, Flow, Network, Worker, gather, route};

/// Counts how often each number comes. Numbers belong to the worker of their remainder, and must come in
/// the order of rounds.
struct Counts {
    rounds: u64,
}

impl Flow for Counts {
    type Message = u64;
    type State = (Vec<u64>, u64);
    type Result = Vec<u64>;

    fn start(&self, _: Worker) -> Self::State {
        (vec![0; 10], 0)
    }

    fn read(&self, worker: Worker, round: u64) -> Option<Vec<(u64, u64)>> {
        // Later workers have more rounds.
        let numbers = (0..10).map(|n| (n % worker.of as u64, 10 * round + n));
        (round < self.rounds + worker.number as u64).then(|| numbers.collect())
    }

    fn take(&self, (counts, last): &mut Self::State, messages: Vec<u64>) {
        for number in messages {
            assert!(*last <= number / 10, "a round comes after a later one");
            *last = number / 10;
            counts[number as usize % 10] += 1;
        }
    }

    fn finish(&self, (counts, _): Self::State) -> Vec<u64> {
        counts
    }
}

/// Free ports of this machine.
fn addresses(count: usize) -> Vec<String> {
    let listeners = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port"));
    let listeners: Vec<TcpListener> = listeners.collect();
    let address = |listener: &TcpListener| listener.local_addr().expect("an address").to_string();
    listeners.iter().map(address).collect()
}

fn of_process(addresses: &[String], process: usize, workers: usize) -> Cluster {
    Cluster {
        workers,
        network: Some(Network {
            addresses: addresses.to_vec(),
            process,
            patience: 20,
        }),
    }
}

/// Does the same in several processes, which are threads here, and gives the results of each.
fn in_processes<T: Send + 'static>(
    count: usize,
    workers: usize,
    work: impl Fn(Cluster) -> T + Send + Sync + 'static,
) -> Vec<T> {
    let (addresses, work) = (addresses(count), Arc::new(work));
    let start = |process: usize| {
        let (cluster, work) = (of_process(&addresses, process, workers), work.clone());
        thread::spawn(move || work(cluster))
    };
    let processes: Vec<_> = (0..count).rev().map(start).collect();
    let mut results: Vec<T> = processes
        .into_iter()
        .map(|process| process.join().expect("no panic"))
        .collect();
    results.reverse();
    results
}

fn total(results: &[Vec<u64>]) -> Vec<u64> {
    (0..10)
        .map(|at| results.iter().map(|counts| counts[at]).sum())
        .collect()
}

#[test]
fn messages_reach_the_worker_of_their_shard() {
    for workers in 1..5 {
        let results = route(
            &Cluster::of_workers(workers),
            Arc::new(Counts { rounds: 20 }),
        );
        let results = results.expect("workers").expect("the first process");
        let rounds = (0..workers as u64).map(|worker| 20 + worker).sum();
        assert_eq!(total(&results), [rounds; 10]);
        for (worker, counts) in results.iter().enumerate() {
            let foreign = (0..10).filter(|number| number % workers != worker);
            assert!(
                foreign.into_iter().all(|number| counts[number] == 0),
                "{counts:?}"
            );
        }
    }
}

#[test]
fn processes_share_the_work_over_loopback() {
    let results = in_processes(3, 2, |cluster| {
        route(&cluster, Arc::new(Counts { rounds: 5 })).expect("processes")
    });
    assert_eq!(results[1..], [None, None]);
    let first = results[0].as_ref().expect("the first process");
    assert_eq!(first.len(), 6);
    assert_eq!(total(first), [5 + 6 + 7 + 8 + 9 + 10; 10]);
}

#[test]
fn results_come_in_the_order_of_the_workers() {
    let results = in_processes(3, 2, |cluster| {
        gather(&cluster, |worker| vec![worker.number as u64; 100_000]).expect("processes")
    });
    let first = results[0].as_ref().expect("the first process");
    let numbers: Vec<u64> = first.iter().map(|result| result[0]).collect();
    assert_eq!(numbers, [0, 1, 2, 3, 4, 5]);
}

#[test]
fn process_that_does_not_come_is_named() {
    let addresses = addresses(2);
    for process in [0, 1] {
        let mut cluster = of_process(&addresses, process, 1);
        cluster.network.as_mut().expect("a network").patience = 0;
        let failure = gather(&cluster, |_| 0_u64).expect_err("it is alone");
        let Failure::Unreachable { process: other, .. } = failure else {
            panic!("{failure}");
        };
        assert_eq!(other, 1 - process);
    }
}

#[test]
fn address_of_another_program_is_an_error() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let taken = taken.local_addr().expect("an address").to_string();
    let _listener = TcpListener::bind(&taken);
    let keep = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = keep.local_addr().expect("an address").to_string();
    let cluster = of_process(&[address, taken], 0, 1);
    let failure = gather(&cluster, |_| 0_u64).expect_err("the address is taken");
    assert!(
        matches!(failure, Failure::Occupied { process: 0, .. }),
        "{failure}"
    );
}

#[test]
fn process_with_other_options_is_refused() {
    let addresses = addresses(2);
    let other = of_process(&addresses, 1, 3);
    let other = thread::spawn(move || gather(&other, |_| 0_u64));
    let failure = gather(&of_process(&addresses, 0, 2), |_| 0_u64).expect_err("other options");
    assert_eq!(
        failure.to_string(),
        "process 1 has 3 workers, and this one 2"
    );
    drop(other);
}
