package io.perfstarter.sample.coldstart;

import java.io.IOException;
import java.time.Duration;
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
 * @param rested the median of requests that come as the first ones do: after some idle
 * seconds, one of each API
 * @param warmupMillis how long the warm-up took
 * @param linkedClasses how many classes the first call of each has loaded
 */
record Start(Map<Api, Double> first, Map<Api, Double> early, Map<Api, Double> steady, Map<Api, Double> rested,
		long warmupMillis, long linkedClasses) {

	private static final int EARLY = 100;

	private static final int STEADY = 200;

	private static final int RESTS = 5;

	private static final Duration REST = Duration.ofSeconds(2);

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
		Map<Api, Double> first = oneOfEach(service, client, order, 0);
		Map<Api, Double> early = medians(service, client, 1, EARLY);
		medians(service, client, EARLY, EARLY + further);
		Map<Api, Double> steady = medians(service, client, EARLY + further, EARLY + further + STEADY);
		Map<Api, Double> rested = rested(service, client, order, EARLY + further + STEADY);
		boolean warmed = service.get("/actuator/warmup").statusCode() == 200;
		return new Start(first, early, steady, rested, (warmed) ? service.warmup().get("millis").asLong() : 0,
				(warmed) ? service.warmup().get("linkedClasses").asLong() : 0);
	}

	private static Map<Api, Double> oneOfEach(Service service, Client client, List<Api> order, int number)
			throws IOException {
		Map<Api, Double> times = new EnumMap<>(Api.class);
		for (Api api : order) {
			times.put(api, client.ask(service.port(), api, number));
		}
		return times;
	}

	private static Map<Api, Double> rested(Service service, Client client, List<Api> order, int from)
			throws IOException, InterruptedException {
		List<Map<Api, Double>> rounds = new ArrayList<>();
		for (int i = 0; i < RESTS; i++) {
			Thread.sleep(REST.toMillis());
			rounds.add(oneOfEach(service, client, order, from + i));
		}
		return mediansOf(rounds);
	}

	private static Map<Api, Double> medians(Service service, Client client, int from, int to) throws IOException {
		List<Map<Api, Double>> rounds = new ArrayList<>();
		for (int i = from; i < to; i++) {
			rounds.add(oneOfEach(service, client, List.of(Api.values()), i));
		}
		return mediansOf(rounds);
	}

	private static Map<Api, Double> mediansOf(List<Map<Api, Double>> rounds) {
		Map<Api, Double> medians = new EnumMap<>(Api.class);
		for (Api api : Api.values()) {
			medians.put(api, Median.of(rounds.stream().map((round) -> round.get(api)).toList()));
		}
		return medians;
	}

}
