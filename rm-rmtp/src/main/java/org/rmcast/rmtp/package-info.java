/** RMTP: whole data sets to a known group, in rounds, confirmed by each receiver. */
@NullMarked
package org.rmcast.rmtp;

import org.jspecify.annotations.NullMarked;
