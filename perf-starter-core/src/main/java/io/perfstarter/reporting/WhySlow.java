package io.perfstarter.reporting;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * All that an instance says about what makes its requests slow.
 *
 * @param at when it said so
 * @param instance its name
 * @param windows the last periods, newest first, at most 120
 * @param slowest the slowest requests, slowest first, at most 200
 * @param advice what its settings should be
 * @param forecasts what will become slow under more load
 * @param capabilities how each part of the time is measured, by the part's name
 */
public record WhySlow(Instant at, String instance, List<JudgedWindow> windows, List<JudgedRequest> slowest,
		List<Finding> advice, List<Finding> forecasts, Map<String, String> capabilities) {

}
