/** The evaluation of Bimodal Multicast and its variants, and its model. */
@NullMarked
package org.rmcast.lab.papers.ozkasap;

import org.jspecify.annotations.NullMarked;
