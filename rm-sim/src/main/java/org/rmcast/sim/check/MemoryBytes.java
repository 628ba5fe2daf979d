package org.rmcast.sim.check;

import org.rmcast.api.EngineMeter;

/** The bytes that an engine says it holds are within what its protocol says it may hold. Looked at now and then. */
public final class MemoryBytes extends Watch {
    @Override
    public String name() {
        return "memory bytes";
    }

    @Override
    public void inspect() {
        for (Participant member : run().members()) {
            if (member.isRunning() && member.statistics().get(EngineMeter.BUFFER_BYTES) > member.memoryBoundBytes()) {
                throw new BrokenInvariant(
                        member.host(),
                        member + " holds " + member.statistics().get(EngineMeter.BUFFER_BYTES) + " bytes, its bound is "
                                + member.memoryBoundBytes());
            }
        }
    }
}
