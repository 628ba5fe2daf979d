/** The packets of the wide-area group and their codec. */
@NullMarked
package org.rmcast.wan.wire;

import org.jspecify.annotations.NullMarked;
