/**
 * The wide-area group: a few members around the world, each of which sends to any subset of the others; causal order, receipts, repair from the
 * nearest member that has what is missing.
 */
@NullMarked
package org.rmcast.wan;

import org.jspecify.annotations.NullMarked;
