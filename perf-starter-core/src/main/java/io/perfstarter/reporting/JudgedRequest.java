package io.perfstarter.reporting;

import io.perfstarter.reporting.rules.Verdict;
import io.perfstarter.reporting.window.ServedRequest;
import org.jspecify.annotations.Nullable;

/**
 * A request and the cause of its slowness.
 *
 * @param request the measurements
 * @param verdict the cause, {@code null} if there is none
 */
record JudgedRequest(ServedRequest request, @Nullable Verdict verdict) {

}
