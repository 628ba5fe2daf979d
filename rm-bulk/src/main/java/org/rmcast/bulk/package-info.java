/** Delivery of files on sockets: the handles for applications, and the files that engines read and write through their ports. */
@NullMarked
package org.rmcast.bulk;

import org.jspecify.annotations.NullMarked;
