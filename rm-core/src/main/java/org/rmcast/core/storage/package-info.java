/** Packets in files: a sender's, so that it keeps more than memory holds and survives its process, and a repair head's cache. */
@NullMarked
package org.rmcast.core.storage;

import org.jspecify.annotations.NullMarked;
