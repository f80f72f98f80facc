//! An object is taken to be unordered where its graph is too large to follow.

use std::fmt::Write;

use crate::support::{GUN, check};

/// `count` classes fire a gun and call each other three times, before `main` arms the gun. The graph
/// has an edge for each pair of a call and a class. `decision` stands at each event.
fn firing(count: usize, decision: &str) -> String {
    let mut case = format!(
        r"{GUN}//- Main.java
abstract class Part {{
    static Part[] all;
    abstract void run(Gun gun, int depth);
}}
class Main {{
    public static void main(String[] args) {{
        Part.all = new Part[] {{ {all} }};
        Gun gun = new Gun();
        Part.all[args.length].run(gun, 0);
        gun.arm();
        //  ^^^ {decision} arm
    }}
}}
",
        all = (0..count)
            .map(|number| format!("new Part{number}()"))
            .collect::<Vec<_>>()
            .join(", ")
    );
    for number in 0..count {
        let call = "if (depth < 9) all[depth].run(gun, depth + 1);";
        write!(
            case,
            r"class Part{number} extends Part {{
    void run(Gun gun, int depth) {{
        gun.fire();
        //  ^^^^ {decision} fire
        {call} {call} {call}
    }}
}}
"
        )
        .unwrap();
    }
    case
}

#[test]
fn graph_of_a_few_calls_is_followed() {
    check(&firing(20, "silence Residual2"));
}

/// 190 classes with three calls each: 108,300 edges between some thousand nodes.
#[test]
fn graph_with_too_many_edges_is_not_followed() {
    check(&firing(190, "keep"));
}
