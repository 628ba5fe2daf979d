package org.rmcast.core.session;

/**
 * Who the member of a session is.
 *
 * @param id its identity, not 0
 * @param name what people call it
 */
record SessionMember(long id, String name) {}
