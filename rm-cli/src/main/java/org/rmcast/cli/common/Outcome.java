package org.rmcast.cli.common;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.FlushResult;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionEvent;

/**
 * What a command tells programs: fields by name, filled as the job goes on, so that a job that fails tells how far it came.
 * docs/cli.md lists the fields. Not thread safe.
 */
public final class Outcome {
    /** The version of the fields: it grows when one of them goes or changes its meaning, not when one is added. */
    static final int SCHEMA = 1;

    private final Map<String, Object> fields = new LinkedHashMap<>();
    private @Nullable ReliableMulticastSession session;

    /** Nothing yet. */
    public Outcome() {}

    /** Sets a field. */
    public Outcome put(String name, Object value) {
        fields.put(name, value);
        return this;
    }

    /** Sets fields. */
    public Outcome putAll(Map<String, ?> more) {
        fields.putAll(more);
        return this;
    }

    /** The last figures of this session will be fields, too. */
    public void figuresOf(ReliableMulticastSession newSession) {
        session = newSession;
    }

    /** Whether every receiver has everything, and who misses what. */
    public Outcome delivered(FlushResult result, MemberNames names) {
        List<Object> missing = new ArrayList<>();
        for (FlushResult.Laggard laggard : result.missing()) {
            missing.add(laggard(laggard, names.of(laggard.memberId())));
        }
        return put("complete", result.complete()).put("missing", missing).put("unnamed", result.unnamed());
    }

    private static Map<String, Object> laggard(FlushResult.Laggard laggard, @Nullable String name) {
        Map<String, Object> member = new LinkedHashMap<>();
        member.put("memberId", Figures.memberId(laggard.memberId()));
        if (name != null) {
            member.put("name", name);
        }
        InetSocketAddress address = laggard.address();
        if (address != null) {
            member.put("address", Figures.address(address));
        }
        member.put("packetsBehind", laggard.packetsBehind());
        return member;
    }

    /** How a stream ended, and what is lost of it. */
    public Outcome received(Reception.@Nullable End end, Reception reception) {
        List<Object> ranges = new ArrayList<>();
        for (SessionEvent.MessagesLost lost : reception.lostRanges()) {
            Map<String, Object> range = new LinkedHashMap<>();
            range.put("sourceId", Figures.memberId(lost.sourceId()));
            range.put("firstMessage", lost.firstMessage());
            range.put("limitMessage", lost.limitMessage());
            range.put("cause", lost.cause());
            range.put("reason", lost.reason());
            ranges.add(range);
        }
        boolean ended = end != null && end.ending() == Reception.Ending.ENDED;
        put("complete", ended && reception.lostMessages() == 0);
        put("messagesLost", reception.lostMessages()).put("lost", ranges);
        return end == null ? this : putAll(ending(end));
    }

    /** How a stream ended, by name. */
    public static Map<String, Object> ending(Reception.End end) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("ending", end.ending());
        fields.put("cause", end.cause());
        fields.put("reason", end.reason());
        return fields;
    }

    /** The line that ends a command. */
    String line(String command, @Nullable Throwable failure) {
        Map<String, Object> document = head(command);
        document.put("ok", failure == null);
        if (failure != null) {
            document.put("error", error(ErrorMessages.exitCode(failure), ErrorMessages.describe(failure)));
        }
        document.putAll(fields);
        if (session != null) {
            SessionFigures.of(session.statistics()).forEach(document::putIfAbsent);
        }
        return Json.line(document);
    }

    /** A line on the way to the end, such as one for each file. */
    public static String event(String command, String event, Map<String, ?> fields) {
        Map<String, Object> document = head(command);
        document.put("event", event);
        document.putAll(fields);
        return Json.line(document);
    }

    /** The line of a command that was not understood. */
    static String refusal(String command, String message) {
        Map<String, Object> document = head(command);
        document.put("ok", false);
        document.put("error", error(ExitCode.USAGE, message));
        return Json.line(document);
    }

    private static Map<String, Object> head(String command) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schema", SCHEMA);
        document.put("command", command);
        return document;
    }

    private static Map<String, Object> error(ExitCode exitCode, String message) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("kind", exitCode.kind());
        error.put("message", message);
        return error;
    }
}
