package payments;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/** The property of the case study as one would write it in AspectJ: a weak map from users to states. */
public aspect PaymentsMonitor {
    private enum State { QA, QB, QC, QD, QE, QF, QG, QH }

    private final Map<UserInfo, State> states = Collections.synchronizedMap(new WeakHashMap<>());

    private State state(UserInfo u) {
        return states.getOrDefault(u, State.QA);
    }

    private void report(UserInfo u, State bad, String event) {
        states.put(u, bad);
        System.err.println("violation of payments in " + bad + " by " + event + " (" + u + ")");
    }

    after(UserInfo u) returning: call(* TransactionServer.createUser(UserInfo)) && args(u) {
        if (state(u) == State.QA) {
            states.put(u, State.QB);
        }
    }

    after(UserInfo u) returning(boolean success): call(* TransactionServer.activate(UserInfo)) && args(u) {
        if (state(u) == State.QB && success) {
            states.put(u, State.QD);
        }
    }

    before(UserInfo u, Destination dest): call(* TransactionServer.pay(UserInfo, Destination)) && args(u, dest) {
        switch (state(u)) {
            case QB: report(u, State.QC, "pay"); break;
            case QE: report(u, State.QF, "pay"); break;
            case QG:
                if (!dest.isWhitelisted()) {
                    report(u, State.QH, "pay");
                }
                break;
            default:
        }
    }

    before(UserInfo u): call(* TransactionServer.transfer(UserInfo, ..)) && args(u, ..) {
        switch (state(u)) {
            case QE: report(u, State.QF, "transfer"); break;
            case QG: report(u, State.QH, "transfer"); break;
            default:
        }
    }

    after(UserInfo u) returning: call(* Administrator.blacklist(UserInfo)) && args(u) {
        switch (state(u)) {
            case QD: states.put(u, RiskModel.risk(u) > 0.5 ? State.QE : State.QG); break;
            case QE:
                if (RiskModel.risk(u) <= 0.5) {
                    states.put(u, State.QG);
                }
                break;
            case QG:
                if (RiskModel.risk(u) > 0.5) {
                    states.put(u, State.QE);
                }
                break;
            default:
        }
    }

    after(UserInfo u) returning: call(* Administrator.whitelist(UserInfo)) && args(u) {
        State state = state(u);
        if (state == State.QE || state == State.QG) {
            states.put(u, State.QD);
        }
    }
}
