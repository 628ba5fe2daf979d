/** What runs of several papers need to know of one protocol. */
@NullMarked
package org.rmcast.lab.protocol;

import org.jspecify.annotations.NullMarked;
