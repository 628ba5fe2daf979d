package org.rmcast.core.engine;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.MemberFacts;
import org.rmcast.api.PruningPolicy;
import org.rmcast.core.text.PrintableText;

/** A policy of an application's, which may be broken: what it throws keeps the member, and its reasons are short and printable. */
public final class PruningGuard implements PruningPolicy {
    private static final int MOST_CHARACTERS = 200;

    private final PruningPolicy policy;
    private final Consumer<Throwable> onFirstFailure;
    private boolean failed;

    /**
     * Guards a policy of one session.
     *
     * @param onFirstFailure told what it throws, the first time
     */
    public PruningGuard(PruningPolicy policy, Consumer<Throwable> onFirstFailure) {
        this.policy = policy;
        this.onFirstFailure = onFirstFailure;
    }

    @Override
    public @Nullable String reasonToPrune(MemberFacts facts) {
        try {
            String reason = policy.reasonToPrune(facts);
            return reason == null ? null : shown(reason);
        } catch (RuntimeException | Error e) {
            if (!failed) {
                failed = true;
                onFirstFailure.accept(e);
            }
            return null;
        }
    }

    private static String shown(String reason) {
        String shown = PrintableText.shown(reason.strip());
        int end = Math.min(shown.length(), MOST_CHARACTERS);
        return shown.substring(0, end);
    }
}
