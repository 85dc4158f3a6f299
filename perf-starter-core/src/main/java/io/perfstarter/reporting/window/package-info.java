/**
 * What was measured: of a request, and of all that happened in a period. Only figures;
 * what they mean is said elsewhere.
 */
@NullMarked
package io.perfstarter.reporting.window;

import org.jspecify.annotations.NullMarked;
