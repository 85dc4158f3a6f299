package io.perfstarter.sample.coldstart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The first requests of the ticket-service after its start, cold and warmed up. Each
 * start is a process of its own; the client is warm before, from a ticket-service that is
 * not measured.
 *
 * <p>
 * {@code -Dcoldstart.starts} and {@code -Dcoldstart.further} say how many starts, and how
 * many requests of each API there are before it counts as steady;
 * {@code -Dbenchmarks.smoke=true} only sees that all of it runs.
 */
@Tag("benchmarks")
class ColdStartTests {

	private static final double BAR = 3;

	private final boolean smoke = Boolean.getBoolean("benchmarks.smoke");

	private final int starts = Integer.getInteger("coldstart.starts", (this.smoke) ? 1 : 5);

	private final int further = Integer.getInteger("coldstart.further", (this.smoke) ? 10 : 600);

	@Test
	void firstRequests() throws Exception {
		try (TicketServices services = new TicketServices(this.smoke)) {
			Client client = services.warmClient((this.smoke) ? 0 : 500);
			List<Start> cold = new ArrayList<>();
			List<Start> warmed = new ArrayList<>();
			for (int i = 0; i < this.starts; i++) {
				cold.add(start(services, client, i, List.of("--perf-starter.warmup.enabled=false")));
				warmed.add(start(services, client, i, warmup(client)));
			}
			ColdStartReport report = new ColdStartReport(
					"First requests of the ticket-service, PostgreSQL, a connection for each request");
			report.add(cold, warmed);
			report.write("cold-start");
			if (!this.smoke) {
				for (Api api : Api.values()) {
					assertThat(ColdStartReport.ratio(warmed, api)).as(api + ": first ÷ steady, warmed")
						.isLessThanOrEqualTo(BAR);
				}
			}
		}
	}

	/** With the defaults of the product, where the sample has others to be ready soon. */
	private List<String> warmup(Client client) {
		List<String> arguments = new ArrayList<>(Api.calls(client.ticket()));
		arguments.add("--perf-starter.warmup.timeout=30s");
		arguments.add("--perf-starter.warmup.min-requests=" + ((this.smoke) ? 5 : 500));
		// Such as -Dcoldstart.arguments=--perf-starter.warmup.min-requests=500
		arguments.addAll(Arrays.asList(System.getProperty("coldstart.arguments", "--none").split(" ")));
		return arguments;
	}

	private Start start(TicketServices services, Client client, int number, List<String> arguments) throws Exception {
		try (Service service = services.start(List.of(), arguments)) {
			return Start.measure(service.awaitReady(), client, number, this.further);
		}
	}

}
