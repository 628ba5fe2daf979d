/** The evaluation of TRAM and TRAM++ by Khanna, Rogers and Bagchi. */
@NullMarked
package org.rmcast.lab.papers.khanna2004;

import org.jspecify.annotations.NullMarked;
