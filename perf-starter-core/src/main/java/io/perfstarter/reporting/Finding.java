package io.perfstarter.reporting;

import java.util.List;

/**
 * Describes advice.
 *
 * @param title the setting that it concerns
 * @param sentence the result and the recommended change
 * @param details the inputs, formula and sources
 */
public record Finding(String title, String sentence, List<String> details) {

}
