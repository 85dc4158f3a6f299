/**
 * Determines the cause of slow requests with rules that only depend on measurements.
 */
@NullMarked
package io.perfstarter.reporting.rules;

import org.jspecify.annotations.NullMarked;
