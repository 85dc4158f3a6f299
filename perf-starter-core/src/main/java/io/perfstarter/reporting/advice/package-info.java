/**
 * How large pools, threads and the heap should be, by formulas whose inputs are shown,
 * and when a pool will no longer do.
 */
@NullMarked
package io.perfstarter.reporting.advice;

import org.jspecify.annotations.NullMarked;
