package io.perfstarter.routing.proof;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.routing.PostgresPair;
import io.perfstarter.routing.ReplicasUp;
import io.perfstarter.routing.connection.ReplicaState;
import io.perfstarter.routing.connection.Routing;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * An instance of an application whose clients keep tokens of their writes.
 */
final class TokenApplication implements AutoCloseable {

	static final String SECRET = "perf-starter.secret=a secret of thirty-two characters";

	private static final String HEADER = "Perf-Starter-Read-Token";

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	private final ServletWebServerApplicationContext context;

	TokenApplication(PostgresPair databases) {
		this.context = (ServletWebServerApplicationContext) new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.SERVLET)
			.properties("server.port=0", "spring.datasource.url=" + databases.primaryUrl(),
					"spring.datasource.username=postgres",
					"perf-starter.routing.replicas.standby.url=" + databases.standbyUrl(),
					"perf-starter.routing.read-your-writes.scope=header", SECRET, "perf-starter.reporting.period=1s")
			.properties(PairApplication.PATIENT)
			.listeners(new ReplicasUp())
			.run();
	}

	/**
	 * Returns whether the replica serves reads that need not find a write.
	 */
	boolean isReady() {
		return this.context.getBean(Routing.class).status().replicas().get(0).state() == ReplicaState.UP;
	}

	/**
	 * Writes a value.
	 */
	String write(int id, long value) {
		HttpResponse<String> response = send(HttpRequest.newBuilder(uri("counters/%d/%d".formatted(id, value)))
			.PUT(HttpRequest.BodyPublishers.noBody()), null);
		return response.headers().firstValue(HEADER).orElseThrow();
	}

	/**
	 * Reads a value as a client with a token.
	 */
	long read(int id, @Nullable String token) {
		return answer(id, token).value();
	}

	/**
	 * Reads a value as a client with a token, and which server has it.
	 */
	Answer answer(int id, @Nullable String token) {
		String[] answer = send(HttpRequest.newBuilder(uri("counters/" + id)), token).body().split(" ");
		return new Answer(Long.parseLong(answer[0]), answer[1].equals("true"));
	}

	private URI uri(String path) {
		return URI.create("http://localhost:%d/%s".formatted(this.context.getWebServer().getPort(), path));
	}

	private static HttpResponse<String> send(HttpRequest.Builder request, @Nullable String token) {
		try {
			HttpResponse<String> response = CLIENT.send(
					(token != null) ? request.header(HEADER, token).build() : request.build(), BodyHandlers.ofString());
			if (response.statusCode() != 200) {
				throw new IllegalStateException("Status " + response.statusCode());
			}
			return response;
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Returns the number of reads that had to find a write.
	 */
	long bound(String server) {
		return (long) this.context.getBean(MeterRegistry.class)
			.get("perf.starter.routing.bound.reads")
			.tag("server", server)
			.functionCounter()
			.count();
	}

	/**
	 * Returns the time in seconds that requests have waited for positions.
	 */
	double waitedForPositions() {
		return this.context.getBean(MeterRegistry.class)
			.get("perf.starter.reporting.parts")
			.tag("part", "position")
			.functionCounter()
			.count();
	}

	@Override
	public void close() {
		this.context.close();
	}

	/**
	 * The result of a read.
	 *
	 * @param value the value
	 * @param replica whether the replica has served it
	 */
	record Answer(long value, boolean replica) {
	}

	/**
	 * The application.
	 */
	@JdbcWebApplication
	@Import({ Counters.class, Requests.class })
	static class Application {

	}

	/**
	 * Writes and reads.
	 */
	@RestController
	static class Requests {

		private final Counters counters;

		Requests(Counters counters) {
			this.counters = counters;
		}

		@PutMapping("/counters/{id}/{value}")
		String write(@PathVariable long id, @PathVariable long value) {
			this.counters.write(id, value);
			return "written";
		}

		@GetMapping("/counters/{id}")
		String read(@PathVariable long id) {
			return this.counters.readWithServer(id);
		}

	}

}
