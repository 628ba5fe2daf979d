/** The evaluation of RMTP of NTT and IBM: rounds, times and load of a bulk delivery to thousands, beside the paper's model. */
@NullMarked
package org.rmcast.lab.papers.shiroshita;

import org.jspecify.annotations.NullMarked;
