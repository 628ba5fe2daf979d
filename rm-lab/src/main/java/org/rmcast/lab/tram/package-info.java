/** The evaluation of TRAM and TRAM++ by Khanna, Rogers and Bagchi. */
@NullMarked
package org.rmcast.lab.tram;

import org.jspecify.annotations.NullMarked;
