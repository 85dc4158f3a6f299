/**
 * Recommends sizes of pools, threads and the heap, shows the inputs, and predicts the
 * exhaustion of pools.
 */
@NullMarked
package io.perfstarter.reporting.advice;

import org.jspecify.annotations.NullMarked;
