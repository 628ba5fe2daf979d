package org.rmcast.cli.demo;

/** A running member of the demo, wherever it runs. What it does it tells by {@link MemberSignal}s. */
interface DemoMember {
    /** Ends it as a crash would, also if it has ended already. */
    void kill();
}
