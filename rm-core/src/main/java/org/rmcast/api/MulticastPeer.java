package org.rmcast.api;

/** A member that sends messages to all others and receives theirs. */
public interface MulticastPeer extends MulticastSender, MulticastReceiver {}
