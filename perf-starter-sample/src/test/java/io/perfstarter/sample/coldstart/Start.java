package io.perfstarter.sample.coldstart;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What the clients of one start have seen, in milliseconds.
 *
 * @param first the first request of each API
 * @param early the median of the first 100
 * @param steady the median of those after all the others
 * @param warmupMillis how long the warm-up took
 * @param linkedClasses how many classes the first call of each has loaded
 */
record Start(Map<Api, Double> first, Map<Api, Double> early, Map<Api, Double> steady, long warmupMillis,
		long linkedClasses) {

	private static final int EARLY = 100;

	private static final int STEADY = 200;

	/**
	 * Asks a service that nobody has asked anything.
	 * @param number the number of the start, with which the order of the APIs changes
	 * @param further how many further requests of each API come before it counts as
	 * steady
	 */
	static Start measure(Service service, Client client, int number, int further)
			throws IOException, InterruptedException {
		List<Api> order = new ArrayList<>(List.of(Api.values()));
		Collections.rotate(order, number);
		Map<Api, Double> first = new EnumMap<>(Api.class);
		for (Api api : order) {
			first.put(api, client.ask(service.port(), api, 0));
		}
		Map<Api, Double> early = medians(service, client, 1, EARLY);
		medians(service, client, EARLY, EARLY + further);
		Map<Api, Double> steady = medians(service, client, EARLY + further, EARLY + further + STEADY);
		boolean warmed = service.get("/actuator/warmup").statusCode() == 200;
		return new Start(first, early, steady, (warmed) ? service.warmup().get("millis").asLong() : 0,
				(warmed) ? service.warmup().get("linkedClasses").asLong() : 0);
	}

	private static Map<Api, Double> medians(Service service, Client client, int from, int to) throws IOException {
		Map<Api, List<Double>> times = new EnumMap<>(Api.class);
		for (int i = from; i < to; i++) {
			for (Api api : Api.values()) {
				times.computeIfAbsent(api, (ignored) -> new ArrayList<>()).add(client.ask(service.port(), api, i));
			}
		}
		Map<Api, Double> medians = new EnumMap<>(Api.class);
		times.forEach((api, values) -> medians.put(api, Median.of(values)));
		return medians;
	}

}
