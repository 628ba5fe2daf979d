package org.rmcast.junit;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.rmcast.api.MessageListener;
import org.rmcast.api.ReceivedMessage;

/**
 * Keeps what a member receives, in the order of delivery, and waits for it: a listener to open a session with. Made by {@link
 * TestNetwork#messages}. Keeps everything until the test ends. Thread safe.
 */
public final class ReceivedMessages implements MessageListener {
    private final TestNetwork network;
    private final String whose;
    private final List<ReceivedMessage> messages = new CopyOnWriteArrayList<>();

    ReceivedMessages(TestNetwork network, String whose) {
        this.network = network;
        this.whose = whose;
    }

    @Override
    public void onMessage(ReceivedMessage message) {
        messages.add(message);
        network.changed();
    }

    /**
     * Waits for messages.
     *
     * @param count how many there are to be at least, from the first one of this member on
     * @return all that there are now
     * @throws AssertionError if there are not so many in time, saying how many there are, or a session has failed meanwhile
     */
    public List<ReceivedMessage> await(int count) throws InterruptedException {
        network.await(
                () -> count + " messages for " + whose + "; there are " + describe(), () -> messages.size() >= count);
        return soFar();
    }

    /** As {@link #await}, with the content of the messages as text in UTF-8. */
    public List<String> awaitTexts(int count) throws InterruptedException {
        return texts(await(count));
    }

    /** What there is now, without waiting. */
    public List<ReceivedMessage> soFar() {
        return List.copyOf(messages);
    }

    /** The content of what there is now, as text in UTF-8. */
    public List<String> textsSoFar() {
        return texts(soFar());
    }

    private static List<String> texts(List<ReceivedMessage> messages) {
        return messages.stream()
                .map(message -> new String(message.toByteArray(), StandardCharsets.UTF_8))
                .toList();
    }

    private String describe() {
        List<ReceivedMessage> now = soFar();
        if (now.isEmpty()) {
            return "none";
        }
        ReceivedMessage last = now.get(now.size() - 1);
        return now.size() + ", the last one is number " + last.sequence() + " of member "
                + Long.toHexString(last.sourceId());
    }
}
