package org.rmcast.lab.bulk;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.lab.member.ProcessFigures;

/**
 * What a process with receivers says: first where they are, and when it is asked what came of it.
 *
 * @param ports of the receivers, on the loopback interface
 * @param identical how many got every byte as it was sent
 * @param process what it used since its receivers were there
 * @param error why it could not go on
 */
record HostReply(
        List<Integer> ports,
        int identical,
        @Nullable ProcessFigures process,
        @Nullable String error) {}
