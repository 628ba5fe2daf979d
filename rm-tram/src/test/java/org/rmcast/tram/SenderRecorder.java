package org.rmcast.tram;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.engine.ProtocolEngine;

/**
 * Writes down all calls of the sender's engine, and makes them anew with an engine of its own: what the sender's processor does in a
 * group of any size, without the memory of thousands of other engines that a simulation goes through between two of its calls.
 */
final class SenderRecorder {
    /** So often and so long the calls are made anew, at least: compilers are slow to take them up. */
    private static final int REPLAYS = 30;

    private static final long REPLAY_NANOS = 3_000_000_000L;

    /** A call, and what the engine was answered in it. */
    private record Call(Method method, List<@Nullable Object> arguments, List<@Nullable Object> answers) {}

    private final List<Call> calls = new ArrayList<>();
    private @Nullable Configured configured;
    private @Nullable EngineContext context;

    /** The protocol, its sender's calls written down. */
    Protocol on(Protocol protocol) {
        return proxy(Protocol.class, (self, method, arguments) -> {
            Object result = call(protocol, method, arguments);
            return result instanceof Configured made ? on(made) : result;
        });
    }

    private Configured on(Configured made) {
        return proxy(Configured.class, (self, method, arguments) -> {
            if (!method.getName().equals("createEngine") || ((EngineContext) arguments[0]).role() != Role.SENDER) {
                return call(made, method, arguments);
            }
            configured = made;
            context = (EngineContext) arguments[0];
            return on(engine());
        });
    }

    /** Each has the same random numbers. */
    private ProtocolEngine engine() {
        EngineContext like = Objects.requireNonNull(context, "no sender");
        return Objects.requireNonNull(configured)
                .createEngine(new EngineContext(
                        like.sessionId(),
                        like.memberId(),
                        like.role(),
                        like.group(),
                        like.localAddress(),
                        like.ttl(),
                        new Random(1),
                        new Random(2),
                        like.store()));
    }

    private ProtocolEngine on(ProtocolEngine engine) {
        return proxy(ProtocolEngine.class, (self, method, arguments) -> {
            Call written = new Call(method, new ArrayList<>(), new ArrayList<>());
            calls.add(written);
            for (int i = 0; arguments != null && i < arguments.length; i++) {
                written.arguments.add(arguments[i]);
                if (arguments[i] instanceof Actions actions) {
                    arguments[i] = proxy(Actions.class, (it, action, with) -> {
                        Object answer = call(actions, action, with);
                        written.answers.add(answer);
                        return answer;
                    });
                }
            }
            return call(engine, method, arguments);
        });
    }

    /** How many calls are written down. */
    int calls() {
        return calls.size();
    }

    /**
     * The time that the calls from {@code first} on take, all those before made as well: the least of several times, in nanoseconds. Each call has
     * to do as much as it did, or this fails.
     */
    long replayNanos(int first) throws Throwable {
        ArrayDeque<Object> answers = new ArrayDeque<>();
        Object none = new Object();
        Actions actions = proxy(Actions.class, (self, action, with) -> {
            Object answer = answers.remove();
            return answer == none ? null : answer;
        });
        calls.forEach(call -> call.arguments.replaceAll(argument -> argument instanceof Actions ? actions : argument));
        long least = Long.MAX_VALUE;
        long end = System.nanoTime() + REPLAY_NANOS;
        for (int i = 0; i < REPLAYS || System.nanoTime() < end; i++) {
            ProtocolEngine engine = engine();
            long start = 0;
            for (int at = 0; at < calls.size(); at++) {
                if (at == first) {
                    start = System.nanoTime();
                }
                Call call = calls.get(at);
                answers.clear();
                call.answers.forEach(answer -> answers.add(answer == null ? none : answer));
                call(engine, call.method, call.arguments.toArray());
                if (!answers.isEmpty()) {
                    throw new IllegalStateException("call " + at + " does less than it did: " + call.method);
                }
            }
            least = Math.min(least, System.nanoTime() - start);
        }
        return least;
    }

    private static Object call(Object target, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
