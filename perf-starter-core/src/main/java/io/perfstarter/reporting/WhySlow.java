package io.perfstarter.reporting;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * All results that an instance reports about slow requests.
 *
 * @param at the time of this snapshot
 * @param instance the name of the instance
 * @param windows the last periods, newest first, at most 120
 * @param slowest the slowest requests, slowest first, at most 200
 * @param advice the recommended settings
 * @param capabilities how each time component is measured, by its label
 */
record WhySlow(Instant at, String instance, List<JudgedWindow> windows, List<JudgedRequest> slowest,
		List<Advice> advice, Map<String, String> capabilities) {

}
