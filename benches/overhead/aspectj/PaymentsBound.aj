package payments;

/**
 * The property of the case study with next to no monitor: the state is a field of the user, and nothing is locked. What this adds
 * to the program is the conditions, each risk once, and the events themselves. No monitor of this property takes less.
 */
public aspect PaymentsBound {
    private enum State { QA, QB, QC, QD, QE, QF, QG, QH }

    private State UserInfo.state = State.QA;

    private void report(UserInfo u, State bad, String event) {
        u.state = bad;
        System.err.println("violation of payments in " + bad + " by " + event + " (" + u + ")");
    }

    after(UserInfo u) returning: call(* TransactionServer.createUser(UserInfo)) && args(u) {
        if (u.state == State.QA) {
            u.state = State.QB;
        }
    }

    after(UserInfo u) returning(boolean success): call(* TransactionServer.activate(UserInfo)) && args(u) {
        if (u.state == State.QB && success) {
            u.state = State.QD;
        }
    }

    before(UserInfo u, Destination dest): call(* TransactionServer.pay(UserInfo, Destination)) && args(u, dest) {
        switch (u.state) {
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
        switch (u.state) {
            case QE: report(u, State.QF, "transfer"); break;
            case QG: report(u, State.QH, "transfer"); break;
            default:
        }
    }

    after(UserInfo u) returning: call(* Administrator.blacklist(UserInfo)) && args(u) {
        switch (u.state) {
            case QD: u.state = RiskModel.risk(u) > 0.5 ? State.QE : State.QG; break;
            case QE:
                if (RiskModel.risk(u) <= 0.5) {
                    u.state = State.QG;
                }
                break;
            case QG:
                if (RiskModel.risk(u) > 0.5) {
                    u.state = State.QE;
                }
                break;
            default:
        }
    }

    after(UserInfo u) returning: call(* Administrator.whitelist(UserInfo)) && args(u) {
        State state = u.state;
        if (state == State.QE || state == State.QG) {
            u.state = State.QD;
        }
    }
}
