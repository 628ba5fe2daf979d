/** The evaluation of the wide-area group protocols: their formulas beside a simulation, and the delays and losses that were measured. */
@NullMarked
package org.rmcast.lab.papers.tachikawa;

import org.jspecify.annotations.NullMarked;
