//! Objects that fields hold, and events of what they are bound together with.

use crate::support::check;

/// What a pool has given out is not used when the pool has been drained.
const DRAINED: &str = r"
//- drained.yaml
imports: [Pool, Lease]
foreach:
  - parameters: [Pool p, Lease l]
    creation: slicing
    events:
      take: call Pool.take() target p returning (l)
      drain: call Pool.drain() target p
      use: call Lease.use() target l
    properties:
      drained:
        states: {fresh: initial, taken: , stale: , error: bad}
        transitions:
          - fresh -> taken: take
          - taken -> stale: drain
          - stale -> error: use
//- Pool.java
class Pool {
    Lease take() { return new Lease(); }
    void drain() { }
}
//- Lease.java
class Lease {
    void use() { }
}
//- Holder.java
class Holder {
    Lease lease;
}
//- Main.java
";

fn check_drained(main: &str) {
    check(&format!("{DRAINED}{main}"));
}

#[test]
fn what_a_call_gives_out_is_not_what_another_call_has_given_out() {
    check_drained(
        r"class Main {
    static Lease unused;
    public static void main(String[] args) {
        Pool pool = new Pool();
        unused = pool.take();
        //            ^^^^ silence Nop take
        Lease late = pool.take();
        //                ^^^^ keep take
        pool.drain();
        //   ^^^^^ keep drain
        late.use();
        //   ^^^ keep use
    }
}",
    );
}

#[test]
fn what_a_field_gives_may_be_what_either_call_has_given_out() {
    check_drained(
        r"class Main {
    static Lease kept;
    public static void main(String[] args) {
        Pool pool = new Pool();
        kept = pool.take();
        //          ^^^^ keep take
        Lease late = pool.take();
        //                ^^^^ keep take
        pool.drain();
        //   ^^^^^ keep drain
        kept.use();
        //   ^^^ keep use
    }
}",
    );
}

#[test]
fn another_thread_drains_what_one_thread_has_to_itself() {
    check_drained(
        r"class Main {
    public static void main(String[] args) {
        Pool pool = new Pool();
        new Thread(() -> pool.drain()).start();
        //                    ^^^^^ keep drain
        Holder holder = new Holder();
        holder.lease = pool.take();
        //                  ^^^^ keep take
        holder.lease.use();
        //           ^^^ keep use
    }
}",
    );
}
