/** The command line's entry point. */
@NullMarked
package org.rmcast.examples;

import org.jspecify.annotations.NullMarked;
