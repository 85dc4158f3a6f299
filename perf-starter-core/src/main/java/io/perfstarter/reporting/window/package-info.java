/**
 * Holds the raw measurements of each request and of each period.
 */
@NullMarked
package io.perfstarter.reporting.window;

import org.jspecify.annotations.NullMarked;
