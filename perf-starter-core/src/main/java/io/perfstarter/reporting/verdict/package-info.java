/**
 * Names the one cause of slow requests. Pure rules on what was measured.
 */
@NullMarked
package io.perfstarter.reporting.verdict;

import org.jspecify.annotations.NullMarked;
