/** Members in processes of their own: of the demo, and of the laboratory. */
@NullMarked
package org.rmcast.cli.process;

import org.jspecify.annotations.NullMarked;
