/** What several tests need: free groups, waiting, a toy protocol. */
@NullMarked
package org.rmcast.core.testing;

import org.jspecify.annotations.NullMarked;
