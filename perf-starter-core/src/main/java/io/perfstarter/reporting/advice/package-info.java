/**
 * Computes recommended sizes of pools, threads and the heap by formulas with visible
 * inputs, and forecasts the exhaustion of pools.
 */
@NullMarked
package io.perfstarter.reporting.advice;

import org.jspecify.annotations.NullMarked;
