/** What every protocol's tests have in common: a class that extends {@link org.rmcast.testkit.ProtocolContract} has them all. */
@NullMarked
package org.rmcast.testkit;

import org.jspecify.annotations.NullMarked;
