/**
 * Recommends sizes of pools, threads and the heap, and shows the inputs.
 */
@NullMarked
package io.perfstarter.reporting.advice;

import org.jspecify.annotations.NullMarked;
