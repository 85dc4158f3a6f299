/**
 * Reports the state of the instance and the cause of slow requests after each period.
 */
@NullMarked
package io.perfstarter.reporting;

import org.jspecify.annotations.NullMarked;
