/** The command line's entry point. */
@NullMarked
package org.rmcast.cli;

import org.jspecify.annotations.NullMarked;
