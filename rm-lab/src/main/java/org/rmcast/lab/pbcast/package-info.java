/** The evaluation of Bimodal Multicast and its variants, and its model. */
@NullMarked
package org.rmcast.lab.pbcast;

import org.jspecify.annotations.NullMarked;
