package io.perfstarter.reporting;

import java.util.List;

/**
 * Describes advice or a forecast.
 *
 * @param title the setting or pool that it concerns
 * @param sentence the result and the recommended change
 * @param details the inputs, formula and sources
 */
public record Finding(String title, String sentence, List<String> details) {

}
