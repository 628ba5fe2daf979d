package org.rmcast.cli.chat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.rmcast.api.EventListener;
import org.rmcast.api.MessageListener;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.cli.common.Figures;

/**
 * Passes on what others say, and who comes, goes and is not heard. Knows members by the names in their messages. Called by the session's delivery thread.
 */
final class ChatScreen implements MessageListener, EventListener {
    private static final int MOST_NAMES = 4_096;

    /** Takes what somebody says. */
    @FunctionalInterface
    interface Lines {
        /** A line, as it came, of somebody with this name. */
        void said(String from, String text);
    }

    private final Lines lines;
    private final Consumer<String> notices;
    private final Runnable greet;
    private final Map<Long, String> names = new LinkedHashMap<>();

    /**
     * An empty screen.
     *
     * @param lines what others say
     * @param notices who comes and goes, line by line
     * @param greet tells a member that came who we are; must not wait
     */
    ChatScreen(Lines lines, Consumer<String> notices, Runnable greet) {
        this.lines = lines;
        this.notices = notices;
        this.greet = greet;
    }

    @Override
    public void onMessage(ReceivedMessage message) {
        ChatMessage said = ChatMessage.decode(message.payload());
        if (said == null) {
            notices.accept("! " + name(message.sourceId()) + " sent something that is not a chat message");
            return;
        }
        meet(message.sourceId(), said.nick());
        if (!said.hello()) {
            lines.said(said.nick(), said.text());
        }
    }

    @Override
    public void onEvent(SessionEvent event) {
        if (event instanceof SessionEvent.MemberJoined) {
            greet.run();
        } else if (event instanceof SessionEvent.MemberLeft left) {
            notices.accept("* " + forget(left.memberId()) + " left");
        } else if (event instanceof SessionEvent.MemberFailed failed) {
            notices.accept("* " + forget(failed.memberId()) + " is gone: " + failed.reason());
        } else if (event instanceof SessionEvent.MessagesLost lost) {
            notices.accept("! " + Figures.plural(lost.limitMessage() - lost.firstMessage(), "message") + " of "
                    + name(lost.sourceId()) + " lost: " + lost.reason());
        }
    }

    private void meet(long memberId, String nick) {
        String before = names.put(memberId, nick);
        if (before == null) {
            notices.accept("* " + nick + " is here");
            if (names.size() > MOST_NAMES) {
                names.remove(names.keySet().iterator().next());
            }
        } else if (!before.equals(nick)) {
            notices.accept("* " + before + " is now " + nick);
        }
    }

    private String name(long memberId) {
        return names.getOrDefault(memberId, "member " + Figures.memberId(memberId));
    }

    private String forget(long memberId) {
        String name = name(memberId);
        names.remove(memberId);
        return name;
    }
}
