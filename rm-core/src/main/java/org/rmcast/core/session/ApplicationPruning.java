package org.rmcast.core.session;

import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.PruningPolicy;
import org.rmcast.api.SessionOptions;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.PruningGuard;
import org.rmcast.core.text.Suggestions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pruning policies that come from outside a protocol: the application's, and those that a channel names. */
final class ApplicationPruning {
    private static final Logger LOG = LoggerFactory.getLogger(PruningPolicy.class);

    private ApplicationPruning() {}

    /**
     * All that these options have, each guarded; {@link PruningPolicy#NEVER} if there is none.
     *
     * @throws IllegalArgumentException if the protocol excludes nobody, or a name is not known
     */
    static PruningPolicy of(SessionOptions options, Configured configured) {
        PruningPolicy all = PruningPolicy.NEVER;
        PruningPolicy given = options.pruning();
        if (given != null) {
            if (!configured.supportsPruning()) {
                throw new IllegalArgumentException("protocol "
                        + options.channel().protocol() + " excludes no members, so it has no use for pruning");
            }
            all = guarded(options, "the application", given);
        }
        for (String name : configured.pruningPolicies()) {
            all = all.or(guarded(options, '\'' + name + '\'', find(name).create()));
        }
        return all;
    }

    private static PruningPolicy guarded(SessionOptions options, String whose, PruningPolicy policy) {
        return new PruningGuard(
                policy,
                failure -> LOG.warn(
                        "{}: the pruning policy of {} throws; it keeps the members that it throws for, and is reported once",
                        options.channel().name(),
                        whose,
                        failure));
    }

    private static PruningPolicy.Provider find(String name) {
        SortedMap<String, PruningPolicy.Provider> present = new TreeMap<>();
        addTo(present, PruningPolicy.class.getClassLoader());
        addTo(present, Thread.currentThread().getContextClassLoader());
        PruningPolicy.Provider found = present.get(name);
        if (found == null) {
            throw new IllegalArgumentException("parameter 'pruningPolicies': no policy '" + name + "' is found"
                    + Suggestions.didYouMean(name, present.keySet()) + " (present: "
                    + (present.isEmpty() ? "none" : String.join(", ", present.keySet())) + ")");
        }
        return found;
    }

    private static void addTo(SortedMap<String, PruningPolicy.Provider> present, @Nullable ClassLoader loader) {
        for (PruningPolicy.Provider provider : ServiceLoader.load(PruningPolicy.Provider.class, loader)) {
            present.putIfAbsent(provider.name(), provider);
        }
    }
}
