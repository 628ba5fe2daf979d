package org.rmcast.tram;

import org.rmcast.core.engine.EngineCounters;

/** Counters of one engine, for its statistics and for pruning. */
final class TramCounters extends EngineCounters {
    int reaffiliations;
    int askedElsewhere;
    long notRepairedSent;
}
