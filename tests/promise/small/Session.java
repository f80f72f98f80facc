package small;

import java.io.Serializable;

/** An object that must not send after it was closed. */
public class Session implements Serializable {
    public void open() {}

    public void send() {}

    public void close() {}
}
