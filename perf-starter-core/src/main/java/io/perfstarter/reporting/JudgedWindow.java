package io.perfstarter.reporting;

import java.util.List;

import io.perfstarter.reporting.rules.Verdict;
import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * A period and the cause of its slow requests.
 *
 * @param window the measurements
 * @param verdict the cause, {@code null} if there is none
 * @param plan the query plan of the slow statement as lines, the first of which is a
 * heading; empty if it is unknown
 */
record JudgedWindow(Window window, @Nullable Verdict verdict, List<String> plan) {

}
