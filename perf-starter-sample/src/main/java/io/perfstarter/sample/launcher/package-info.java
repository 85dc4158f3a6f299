/**
 * Starts the parts of the sample, says when they are ready, and ends every process it
 * started.
 */
@NullMarked
package io.perfstarter.sample.launcher;

import org.jspecify.annotations.NullMarked;
