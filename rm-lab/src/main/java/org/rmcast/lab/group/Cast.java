package org.rmcast.lab.group;

import java.util.ArrayList;
import java.util.List;

/**
 * Who has which part in a group with one sender, host 0: hosts.
 *
 * @param normal receivers to which nothing is done: the claims about others rest on them
 * @param faulty receivers to which faults are done
 * @param heads members without an application that repair for others
 */
public record Cast(List<Integer> normal, List<Integer> faulty, List<Integer> heads) {
    public Cast {
        normal = List.copyOf(normal);
        faulty = List.copyOf(faulty);
        heads = List.copyOf(heads);
    }

    /** The normal ones, then the faulty ones. */
    public List<Integer> receivers() {
        List<Integer> all = new ArrayList<>(normal);
        all.addAll(faulty);
        return all;
    }
}
