package small;

import java.util.List;
import java.util.Vector;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        javax.swing.DefaultComboBoxModel<Session> model = new javax.swing.DefaultComboBoxModel<>(new Vector<>(List.of(s)));
        ((Session) model.getSelectedItem()).close();
        s.send();
    }
}
