package org.rmcast.core.session;

/** A thread that a session's delivery has to itself. It ends with the session, never by itself. */
final class DeliveryThread implements DeliveryTurns {
    private final Thread thread;

    /** Makes a thread that is not yet started. */
    DeliveryThread(String name, Runnable body) {
        this.thread = new Thread(body, name);
        this.thread.setDaemon(true);
    }

    @Override
    public void start() {
        thread.start();
    }

    @Override
    public void interrupt() {
        if (!isCurrent()) {
            thread.interrupt();
        }
    }

    @Override
    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }
}
