/** The rmcast-lab command line. */
@NullMarked
package org.rmcast.lab;

import org.jspecify.annotations.NullMarked;
