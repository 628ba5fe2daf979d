/** Small programs to copy from. */
@NullMarked
package org.rmcast.examples.embed;

import org.jspecify.annotations.NullMarked;
