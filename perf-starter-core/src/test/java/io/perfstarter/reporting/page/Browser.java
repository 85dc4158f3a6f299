package io.perfstarter.reporting.page;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.json.JSONException;
import org.json.JSONObject;

import org.springframework.util.FileSystemUtils;

import static org.awaitility.Awaitility.await;

/**
 * A Chromium without a window, driven through its DevTools protocol.
 */
final class Browser {

	private final Path profile;

	private final Process process;

	private final WebSocket socket;

	private final AtomicInteger ids = new AtomicInteger();

	private final Map<Integer, CompletableFuture<JSONObject>> answers = new ConcurrentHashMap<>();

	private final BlockingQueue<String> loads = new LinkedBlockingQueue<>();

	private final Queue<String> errors = new ConcurrentLinkedQueue<>();

	private Browser(Path program) throws Exception {
		this.profile = Files.createTempDirectory("browser");
		this.process = new ProcessBuilder(program.toString(), "--headless", "--no-sandbox", "--disable-gpu",
				"--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run", "--hide-scrollbars",
				"--remote-debugging-port=0", "--user-data-dir=" + this.profile, "about:blank")
			.redirectOutput(ProcessBuilder.Redirect.DISCARD)
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
		try {
			HttpClient client = HttpClient.newHttpClient();
			HttpRequest newPage = HttpRequest.newBuilder(URI.create("http://" + address() + "/json/new"))
				.method("PUT", HttpRequest.BodyPublishers.noBody())
				.build();
			String page = client.send(newPage, BodyHandlers.ofString()).body();
			this.socket = client.newWebSocketBuilder()
				.buildAsync(URI.create(new JSONObject(page).getString("webSocketDebuggerUrl")), new Reader())
				.get(30, TimeUnit.SECONDS);
			for (String domain : List.of("Page", "Runtime", "Log")) {
				call(domain + ".enable", new JSONObject());
			}
			call("Emulation.setFocusEmulationEnabled", new JSONObject(Map.of("enabled", true)));
		}
		catch (Exception ex) {
			end();
			throw ex;
		}
	}

	/**
	 * ThreadSamples for one on this machine.
	 * @return where it is
	 */
	static Optional<Path> find() {
		String given = System.getenv("CHROMIUM");
		Stream<Path> onPath = Stream.of("chromium", "chromium-browser", "google-chrome")
			.flatMap((name) -> Stream.of(System.getenv("PATH").split(":")).map((folder) -> Path.of(folder, name)));
		return Stream.concat(Stream.ofNullable(given).map(Path::of), onPath).filter(Files::isExecutable).findFirst();
	}

	static Browser start(Path program) throws Exception {
		return new Browser(program);
	}

	/**
	 * Opens a page and waits until it is there.
	 * @param address its address
	 * @param width how wide the window is
	 * @param height how high it is
	 * @param scheme the colours that are preferred, {@code light} or {@code dark}
	 */
	void open(String address, int width, int height, String scheme) throws Exception {
		call("Emulation.setDeviceMetricsOverride", new JSONObject(
				Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600)));
		call("Emulation.setEmulatedMedia",
				new JSONObject("{features: [{name: 'prefers-color-scheme', value: '" + scheme + "'}]}"));
		this.errors.clear();
		this.loads.clear();
		call("Page.navigate", new JSONObject(Map.of("url", address)));
		if (this.loads.poll(30, TimeUnit.SECONDS) == null) {
			throw new IllegalStateException("not loaded: " + address);
		}
	}

	/**
	 * What an expression gives in the page.
	 * @param expression in JavaScript
	 * @return its value
	 */
	Object evaluate(String expression) throws Exception {
		JSONObject answer = call("Runtime.evaluate",
				new JSONObject(Map.of("expression", expression, "returnByValue", true)));
		if (answer.has("exceptionDetails")) {
			throw new IllegalArgumentException(answer.getString("exceptionDetails"));
		}
		return answer.getJSONObject("result").opt("value");
	}

	/**
	 * What the browser has complained about since the page was opened.
	 * @return each complaint
	 */
	List<String> errors() throws Exception {
		// What the page has caused before comes before the answer.
		evaluate("0");
		return List.copyOf(this.errors);
	}

	byte[] screenshot() throws Exception {
		JSONObject answer = call("Page.captureScreenshot", new JSONObject(Map.of("format", "png")));
		return Base64.getDecoder().decode(answer.getString("data"));
	}

	void close() throws Exception {
		this.socket.abort();
		end();
	}

	private void end() throws Exception {
		List<ProcessHandle> children = this.process.descendants().toList();
		this.process.destroy();
		if (!this.process.waitFor(10, TimeUnit.SECONDS)) {
			this.process.destroyForcibly();
			children.forEach(ProcessHandle::destroyForcibly);
		}
		// What it writes while it ends comes after.
		await().ignoreExceptions()
			.until(() -> FileSystemUtils.deleteRecursively(this.profile) || Files.notExists(this.profile));
	}

	private String address() throws IOException {
		// Chromium writes here which port it has taken.
		Path port = this.profile.resolve("DevToolsActivePort");
		await().atMost(Duration.ofSeconds(60))
			.until(() -> !this.process.isAlive() || Files.exists(port) && Files.size(port) > 0);
		if (!this.process.isAlive()) {
			throw new IOException("Chromium ended with " + this.process.exitValue());
		}
		return "127.0.0.1:" + Files.readAllLines(port).get(0);
	}

	private JSONObject call(String method, JSONObject parameters) throws Exception {
		int id = this.ids.incrementAndGet();
		CompletableFuture<JSONObject> answer = new CompletableFuture<>();
		this.answers.put(id, answer);
		JSONObject call = new JSONObject(Map.of("id", id, "method", method)).put("params", parameters);
		this.socket.sendText(call.toString(), true);
		JSONObject message = answer.get(60, TimeUnit.SECONDS);
		if (message.has("error")) {
			throw new IllegalArgumentException(method + ": " + message.getString("error"));
		}
		return message.getJSONObject("result");
	}

	private void take(JSONObject message) throws JSONException {
		if (message.has("id")) {
			this.answers.remove(message.getInt("id")).complete(message);
			return;
		}
		JSONObject parameters = message.getJSONObject("params");
		switch (message.getString("method")) {
			case "Page.loadEventFired" -> this.loads.add("loaded");
			case "Log.entryAdded" -> {
				JSONObject entry = parameters.getJSONObject("entry");
				if (!entry.getString("level").equals("verbose")) {
					this.errors.add(entry.getString("text"));
				}
			}
			case "Runtime.consoleAPICalled", "Runtime.exceptionThrown" -> this.errors.add(parameters.toString());
			default -> {
			}
		}
	}

	/**
	 * Takes what the browser says.
	 */
	private final class Reader implements WebSocket.Listener {

		private final StringBuilder text = new StringBuilder();

		@Override
		public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
			this.text.append(data);
			if (last) {
				try {
					take(new JSONObject(this.text.toString()));
				}
				catch (JSONException ex) {
					Browser.this.errors.add(ex.toString());
				}
				this.text.setLength(0);
			}
			socket.request(1);
			return null;
		}

	}

}
