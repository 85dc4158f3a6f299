/**
 * Starts the parts of the sample, reports their readiness, and ends every process that it
 * has started.
 */
@NullMarked
package io.perfstarter.sample.launcher;

import org.jspecify.annotations.NullMarked;
