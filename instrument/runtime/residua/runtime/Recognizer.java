package residua.runtime;

import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is known of a word to a context-free grammar (Earley 1970; the empty word as in Aycock and Horspool 2002).
 *
 * <p>Objects never change, so instances may share them. One refers to what it may still return to and to nothing else: that is
 * the stack of the grammar's rules in progress, shared between the ways to read the word. What no rule in progress began at is
 * collected. A step takes time in the number of rules in progress.
 */
public final class Recognizer {
    private static final Map<String, Recognizer> STARTS = new ConcurrentHashMap<>();

    private final Grammar grammar;
    private final Map<String, Set<Item>> beforeEvent = new HashMap<>();
    private final Map<String, Set<Item>> beforeNonterminal = new HashMap<>();
    private boolean matches;
    /** The event that was asked for last, and what comes of it: weakly, lest what is past keeps all that came after it. */
    private volatile WeakReference<Step> last = new WeakReference<>(null);

    private Recognizer(Grammar grammar) {
        this.grammar = grammar;
    }

    /**
     * A recognizer before the first event.
     *
     * @param grammar rules {@code NAME -> part part | epsilon , NAME -> ..}, every token between spaces; the first one is the
     *     start, and what has no rule is an event
     */
    public static Recognizer of(String grammar) {
        Recognizer known = STARTS.get(grammar);
        if (known == null) {
            known = new Recognizer(new Grammar(grammar));
            known.complete(known.grammar.predicted(known.grammar.start, known));
            known.grammar.first = known;
            STARTS.put(grammar, known);
        }
        return known;
    }

    /** The recognizer before the first event. */
    public Recognizer restarted() {
        return grammar.first;
    }

    /** The recognizer after one more event. */
    public Recognizer after(String event) {
        Step step = last.get();
        if (step == null || !step.event.equals(event)) {
            step = new Step(event, advanced(event));
            last = new WeakReference<>(step);
        }
        return step.next;
    }

    /** Whether the word with one more event is one of the grammar. */
    public boolean matches(String event) {
        return after(event).matches;
    }

    /** Whether the word with one more event begins no word of the grammar. */
    public boolean fails(String event) {
        Recognizer next = after(event);
        return !next.matches && next.beforeEvent.isEmpty();
    }

    private Recognizer advanced(String event) {
        Recognizer next = new Recognizer(grammar);
        List<Item> moved = new ArrayList<>();
        Set<Item> waiting = beforeEvent.get(event);
        if (waiting != null) {
            for (Item item : waiting) {
                moved.add(item.moved());
            }
        }
        next.complete(moved);
        return next;
    }

    /** Adds these items and all that follows from them. */
    private void complete(List<Item> items) {
        Set<Item> known = new LinkedHashSet<>(items);
        ArrayDeque<Item> open = new ArrayDeque<>(known);
        while (!open.isEmpty()) {
            for (Item found : followers(open.poll())) {
                if (known.add(found)) {
                    open.add(found);
                }
            }
        }
    }

    private List<Item> followers(Item item) {
        List<Item> found = new ArrayList<>();
        if (item.dot == item.rule.body.length) {
            // A nonterminal that is empty has let those go on that wait for it when they came to it.
            if (item.origin != this) {
                for (Item waiting : item.origin.waitingFor(item.rule.head)) {
                    found.add(waiting.moved());
                }
            }
            matches |= item.origin == (grammar.first == null ? this : grammar.first) && item.rule.head.equals(grammar.start);
            return found;
        }
        String part = item.rule.body[item.dot];
        if (!grammar.rules.containsKey(part)) {
            put(beforeEvent, part, item);
            return found;
        }
        put(beforeNonterminal, part, item);
        found.addAll(grammar.predicted(part, this));
        if (grammar.nullable.contains(part)) {
            found.add(item.moved());
        }
        return found;
    }

    private Set<Item> waitingFor(String nonterminal) {
        Set<Item> waiting = beforeNonterminal.get(nonterminal);
        return waiting == null ? new LinkedHashSet<Item>() : waiting;
    }

    private static void put(Map<String, Set<Item>> items, String part, Item item) {
        Set<Item> waiting = items.get(part);
        if (waiting == null) {
            waiting = new LinkedHashSet<>();
            items.put(part, waiting);
        }
        waiting.add(item);
    }

    private static final class Step {
        final String event;
        final Recognizer next;

        Step(String event, Recognizer next) {
            this.event = event;
            this.next = next;
        }
    }

    /** A rule of which the first parts have been found, beginning where {@code origin} was. */
    private static final class Item {
        final Rule rule;
        final int dot;
        final Recognizer origin;

        Item(Rule rule, int dot, Recognizer origin) {
            this.rule = rule;
            this.dot = dot;
            this.origin = origin;
        }

        Item moved() {
            return new Item(rule, dot + 1, origin);
        }

        @Override
        public boolean equals(Object other) {
            if (!(other instanceof Item)) {
                return false;
            }
            Item item = (Item) other;
            return rule == item.rule && dot == item.dot && origin == item.origin;
        }

        @Override
        public int hashCode() {
            return Objects.hash(System.identityHashCode(rule), dot, System.identityHashCode(origin));
        }
    }

    private static final class Rule {
        final String head;
        final String[] body;

        Rule(String head, String[] body) {
            this.head = head;
            this.body = body;
        }
    }

    private static final class Grammar {
        final String start;
        final Map<String, List<Rule>> rules = new HashMap<>();
        final Set<String> nullable = new LinkedHashSet<>();
        /** Set once, before any other thread has the grammar. */
        Recognizer first;

        Grammar(String text) {
            String first = null;
            for (String rule : text.split(" , ")) {
                String[] sides = rule.split(" -> ");
                if (first == null) {
                    first = sides[0];
                }
                List<Rule> alternatives = new ArrayList<>();
                for (String body : sides[1].split(" \\| ")) {
                    String[] parts = body.equals("epsilon") ? new String[0] : body.split(" ");
                    alternatives.add(new Rule(sides[0], parts));
                }
                rules.put(sides[0], alternatives);
            }
            start = first;
            while (findNullable()) {}
        }

        private boolean findNullable() {
            boolean found = false;
            for (List<Rule> alternatives : rules.values()) {
                for (Rule rule : alternatives) {
                    boolean isEmpty = true;
                    for (String part : rule.body) {
                        isEmpty &= nullable.contains(part);
                    }
                    found |= isEmpty && nullable.add(rule.head);
                }
            }
            return found;
        }

        List<Item> predicted(String nonterminal, Recognizer origin) {
            List<Item> items = new ArrayList<>();
            for (Rule rule : rules.get(nonterminal)) {
                items.add(new Item(rule, 0, origin));
            }
            return items;
        }
    }
}
