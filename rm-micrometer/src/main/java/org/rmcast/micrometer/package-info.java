/** The meters of sessions in Micrometer's registries. */
@NullMarked
package org.rmcast.micrometer;

import org.jspecify.annotations.NullMarked;
