package io.perfstarter.reporting;

import io.perfstarter.reporting.verdict.Verdict;
import io.perfstarter.reporting.window.ServedRequest;
import org.jspecify.annotations.Nullable;

/**
 * A request, and what made it slow.
 *
 * @param request what was measured
 * @param verdict why it was slow, {@code null} if it was not
 */
public record JudgedRequest(ServedRequest request, @Nullable Verdict verdict) {

}
