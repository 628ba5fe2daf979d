/** Packets of a sender in files, so that it keeps more than memory holds and survives its process. */
@NullMarked
package org.rmcast.core.storage;

import org.jspecify.annotations.NullMarked;
