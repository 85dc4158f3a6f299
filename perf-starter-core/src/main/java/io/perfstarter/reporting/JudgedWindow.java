package io.perfstarter.reporting;

import io.perfstarter.reporting.rules.Verdict;
import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * A period and the cause of its slow requests.
 *
 * @param window the measurements
 * @param verdict the cause, {@code null} if nothing was slow
 */
public record JudgedWindow(Window window, @Nullable Verdict verdict) {

}
