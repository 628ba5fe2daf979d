/** Texts that people write and read: JSON and suggestions. Internal. */
@NullMarked
package org.rmcast.core.text;

import org.jspecify.annotations.NullMarked;
