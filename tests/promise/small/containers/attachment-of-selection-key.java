package small;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        java.nio.channels.SocketChannel channel = java.nio.channels.SocketChannel.open();
        channel.configureBlocking(false);
        java.nio.channels.SelectionKey key = channel.register(java.nio.channels.Selector.open(), java.nio.channels.SelectionKey.OP_CONNECT, s);
        ((Session) key.attachment()).close();
        channel.close();
        s.send();
    }
}
