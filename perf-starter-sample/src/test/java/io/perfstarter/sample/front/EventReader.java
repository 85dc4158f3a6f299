package io.perfstarter.sample.front;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Listens to the events of a front, until it leaves or is sent away.
 */
final class EventReader implements AutoCloseable {

	private final JsonMapper jsonMapper = new JsonMapper();

	private final List<Told> events = new CopyOnWriteArrayList<>();

	private final HttpResponse<InputStream> response;

	private final Thread thread;

	private volatile boolean ended;

	private EventReader(HttpResponse<InputStream> response) {
		this.response = response;
		this.thread = new Thread(this::read, "event-reader");
		this.thread.setDaemon(true);
	}

	static EventReader of(String front) throws Exception {
		HttpRequest request = HttpRequest.newBuilder(URI.create(front + "/events"))
			.header("Accept", "text/event-stream")
			.timeout(Duration.ofSeconds(30))
			.build();
		EventReader reader = new EventReader(HttpClient.newBuilder()
			.version(HttpClient.Version.HTTP_1_1)
			.build()
			.send(request, BodyHandlers.ofInputStream()));
		reader.thread.start();
		return reader;
	}

	HttpResponse<InputStream> response() {
		return this.response;
	}

	List<Told> events() {
		return this.events;
	}

	/** Whether nothing more will come. */
	boolean ended() {
		return this.ended;
	}

	@Override
	public void close() throws IOException {
		this.response.body().close();
	}

	private void read() {
		try (BufferedReader lines = new BufferedReader(
				new InputStreamReader(this.response.body(), StandardCharsets.UTF_8))) {
			String name = "";
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				if (line.startsWith("event:")) {
					name = line.substring(6);
				}
				else if (line.startsWith("data:")) {
					this.events.add(new Told(name, this.jsonMapper.readTree(line.substring(5))));
				}
			}
		}
		catch (IOException ex) {
			// The server is faster with closing the connection than with the last byte.
		}
		finally {
			this.ended = true;
		}
	}

	/**
	 * An event.
	 */
	record Told(String name, JsonNode data) {

		/** Whether it is about this instance and says how something stands there. */
		boolean tellsStateOf(int port) {
			return this.data.path("port").asInt() == port && this.data.has("state");
		}

	}

}
