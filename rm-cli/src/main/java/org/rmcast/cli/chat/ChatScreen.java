package org.rmcast.cli.chat;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rmcast.api.EventListener;
import org.rmcast.api.MessageListener;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.cli.common.Figures;
import org.rmcast.cli.common.Terminal;

/**
 * Shows what others say, on standard output, and who comes, goes and is not heard, on standard error. Knows members by the names
 * in their messages. Called by the session's delivery thread.
 */
final class ChatScreen implements MessageListener, EventListener {
    private static final int MOST_NAMES = 4_096;

    private final Terminal terminal;
    private final Runnable greet;
    private final Map<Long, String> names = new LinkedHashMap<>();

    /**
     * An empty screen.
     *
     * @param greet tells a member that came who we are; must not wait
     */
    ChatScreen(Terminal terminal, Runnable greet) {
        this.terminal = terminal;
        this.greet = greet;
    }

    @Override
    public void onMessage(ReceivedMessage message) {
        ChatMessage said = ChatMessage.decode(message.payload());
        if (said == null) {
            notice("! " + name(message.sourceId()) + " sent something that is not a chat message");
            return;
        }
        meet(message.sourceId(), said.nick());
        if (!said.hello()) {
            print(terminal.out(), said.nick() + ": " + ChatMessage.shown(said.text()));
        }
    }

    @Override
    public void onEvent(SessionEvent event) {
        if (event instanceof SessionEvent.MemberJoined) {
            greet.run();
        } else if (event instanceof SessionEvent.MemberLeft left) {
            notice("* " + forget(left.memberId()) + " left");
        } else if (event instanceof SessionEvent.MemberFailed failed) {
            notice("* " + forget(failed.memberId()) + " is gone: " + failed.reason());
        } else if (event instanceof SessionEvent.MessagesLost lost) {
            notice("! " + Figures.plural(lost.limitMessage() - lost.firstMessage(), "message") + " of "
                    + name(lost.sourceId()) + " lost: " + lost.reason());
        }
    }

    private void meet(long memberId, String nick) {
        String before = names.put(memberId, nick);
        if (before == null) {
            notice("* " + nick + " is here");
            if (names.size() > MOST_NAMES) {
                names.remove(names.keySet().iterator().next());
            }
        } else if (!before.equals(nick)) {
            notice("* " + before + " is now " + nick);
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

    private void notice(String text) {
        print(terminal.err(), text);
    }

    private static void print(PrintWriter writer, String text) {
        writer.println(text);
        writer.flush();
    }
}
