/** The evaluation of gossip's subgroup and period, for several senders and patterns of sending. */
@NullMarked
package org.rmcast.lab.papers.mishra;

import org.jspecify.annotations.NullMarked;
