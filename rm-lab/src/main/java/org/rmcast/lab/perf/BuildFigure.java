package org.rmcast.lab.perf;

/** What is compared between two builds. */
enum BuildFigure {
    GOODPUT("goodput"),
    SENDER_CPU("processor time per message, sender"),
    RECEIVER_CPU("processor time per message, receiver"),
    SENDER_SENT("sent per message, sender"),
    RECEIVER_SENT("sent per message, receiver"),
    SENDER_WAKE_UPS("wake-ups/s, sender"),
    RECEIVER_WAKE_UPS("wake-ups/s, receiver");

    private final String words;

    BuildFigure(String words) {
        this.words = words;
    }

    /** For the head of a column. */
    String words() {
        return words;
    }

    /** The figure of one run, in the run's units. */
    double of(RunResult run) {
        return switch (this) {
            case GOODPUT -> run.goodput();
            case SENDER_CPU -> run.sender().cpuNanos();
            case RECEIVER_CPU -> run.receiver().cpuNanos();
            case SENDER_SENT -> run.sender().sent();
            case RECEIVER_SENT -> run.receiver().sent();
            case SENDER_WAKE_UPS -> run.sender().wakeUpsPerSecond();
            case RECEIVER_WAKE_UPS -> run.receiver().wakeUpsPerSecond();
        };
    }
}
