/** Bad links for nodes in containers: what an application's own integration tests need to meet a wide area network. */
@NullMarked
package org.rmcast.links;

import org.jspecify.annotations.NullMarked;
