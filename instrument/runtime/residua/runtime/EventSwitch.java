package residua.runtime;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * Whether an event is heard. Woven code asks this before all else: an event that is switched off costs it one read and a branch.
 *
 * <p>There is a switch for an event that makes no instance, that no instance hears in its initial states, and whose values no code
 * reads later. When such an event has done nothing many times, all instances that it could reach are asked whether they hear it in
 * the states they are in. If none does, it is switched off. An instance that comes into a state that hears it switches it on
 * before the event that leads there ends, so whatever happens after that event is heard.
 *
 * <p>Instances are asked as monitor code, so none moves meanwhile, but for those that loops hold: their threads take part in
 * nothing. So a switch is first in doubt, then instances are asked, then it is off, unless somebody has switched it on since: who
 * moves an instance and sees neither doubt nor off has done so before anything was asked.
 */
public final class EventSwitch {
    private static final AtomicIntegerFieldUpdater<EventSwitch> MODE =
            AtomicIntegerFieldUpdater.newUpdater(EventSwitch.class, "mode");
    private static final int ON = 0;
    private static final int IN_DOUBT = 1;
    private static final int OFF = 2;
    /** How often an event does nothing before instances are asked. */
    private static final int PATIENCE = patience();
    private static final int LONGEST = 1 << 20;

    private volatile int mode = ON;
    private int wait = PATIENCE;
    /** How often the event may still do nothing. A thread that is alone counts without being inside: a lost one is no harm. */
    private int left = PATIENCE;

    private static int patience() {
        try {
            return Math.max(0, Integer.parseInt(Settings.get("residua.patience", "256")));
        } catch (NumberFormatException unreadable) {
            return 256;
        }
    }

    /** Whether no instance hears the event; may be asked by any thread at any time. */
    public boolean isOff() {
        return mode == OFF;
    }

    /** An instance has come into a state that hears the event. */
    public void wake() {
        if (mode != ON) {
            mode = ON;
        }
    }

    /** The event has done nothing; gives whether it has so often that instances are to be asked. */
    public boolean tires() {
        return --left < 0;
    }

    /**
     * Switches the event off if no instance of a table hears it. To be called as monitor code.
     *
     * @param table the instances that the event may reach
     * @param delivery number of the event's delivery
     * @param positions bit n is set where the event may reach instances by parameter n
     */
    public void rest(Table table, int delivery, long positions) {
        if (Counters.ON) {
            left = Integer.MAX_VALUE;
            return;
        }
        mode = IN_DOUBT;
        int asked = table.ask(delivery, positions);
        settle(asked >= 0, asked >= 0 ? asked : ~asked);
    }

    /**
     * The same for an event of the global instance.
     *
     * @param instance that instance
     * @param delivery number of the event's delivery
     */
    public void rest(Instance instance, int delivery) {
        if (Counters.ON) {
            left = Integer.MAX_VALUE;
            return;
        }
        mode = IN_DOUBT;
        settle(!instance.instanceHears(delivery), 1);
    }

    /** Asking is paid for by the events that have done nothing: the more it takes, the more of them are waited for. */
    private void settle(boolean unheard, int asked) {
        MODE.compareAndSet(this, IN_DOUBT, unheard ? OFF : ON);
        wait = Math.max(unheard ? PATIENCE : Math.min(wait * 2, LONGEST), PATIENCE == 0 ? 0 : 2 * Math.min(asked, 1 << 29));
        left = wait;
    }
}
