package org.rmcast.api;

/** What implements the API is found by {@link java.util.ServiceLoader}. */
final class Services {
    private Services() {}

    /** Says that no implementation is found, and what to do. */
    static IllegalStateException missing(Class<?> service) {
        return new IllegalStateException("no provider of " + service.getName()
                + " is found: keep rm-core's META-INF/services where jars are merged");
    }
}
