/** Where the members of a benchmark's group run: on the loopback interface, or in network namespaces behind a bridge. */
@NullMarked
package org.rmcast.lab.layout;

import org.jspecify.annotations.NullMarked;
