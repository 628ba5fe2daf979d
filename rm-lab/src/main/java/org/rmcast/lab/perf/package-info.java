/** {@code rmcast-lab perf}: raw multicast and protocols side by side in processes of their own, and the report. */
@NullMarked
package org.rmcast.lab.perf;

import org.jspecify.annotations.NullMarked;
