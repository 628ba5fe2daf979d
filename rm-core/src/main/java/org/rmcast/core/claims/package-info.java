/** What members say of streams, of their positions and of one another, held against what can be true. */
@NullMarked
package org.rmcast.core.claims;

import org.jspecify.annotations.NullMarked;
