/**
 * The measurements of requests and periods, without interpretation.
 */
@NullMarked
package io.perfstarter.reporting.window;

import org.jspecify.annotations.NullMarked;
