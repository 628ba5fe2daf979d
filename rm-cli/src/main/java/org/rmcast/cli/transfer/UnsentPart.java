package org.rmcast.cli.transfer;

/**
 * Passes on the messages from a number on: what an earlier process sent is left out. The files are read from their beginning
 * all the same, since their checksum is sent at the end.
 */
final class UnsentPart implements OutgoingFile.Output {
    private final long firstMessage;
    private final OutgoingFile.Output output;
    private long next;

    UnsentPart(long firstMessage, OutgoingFile.Output output) {
        this.firstMessage = firstMessage;
        this.output = output;
    }

    @Override
    public void send(byte[] message) throws InterruptedException {
        if (next++ >= firstMessage) {
            output.send(message);
        }
    }
}
