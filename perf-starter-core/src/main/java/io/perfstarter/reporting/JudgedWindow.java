package io.perfstarter.reporting;

import io.perfstarter.reporting.verdict.Verdict;
import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * A period, and what made its requests slow.
 *
 * @param window what was measured
 * @param verdict what was slow and why, {@code null} if nothing was
 */
public record JudgedWindow(Window window, @Nullable Verdict verdict) {

}
