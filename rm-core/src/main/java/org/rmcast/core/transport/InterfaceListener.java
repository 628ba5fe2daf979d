package org.rmcast.core.transport;

/** Is told when the network interface of a {@link DatagramTransport} goes and comes back. Called on the transport's loop. */
@FunctionalInterface
public interface InterfaceListener {
    /**
     * Something has changed.
     *
     * @param usable whether the interface can be used now
     * @param detail which interface, and what has happened
     */
    void onInterface(boolean usable, String detail);
}
