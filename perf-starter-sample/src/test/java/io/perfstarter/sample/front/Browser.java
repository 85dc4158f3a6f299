package io.perfstarter.sample.front;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
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

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.util.FileSystemUtils;

import static org.awaitility.Awaitility.await;

/**
 * A Chromium without a window, driven through its DevTools protocol.
 */
final class Browser {

	private final JsonMapper jsonMapper = new JsonMapper();

	private final Path profile;

	private final Process process;

	private final WebSocket socket;

	private final AtomicInteger ids = new AtomicInteger();

	private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();

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
				.PUT(BodyPublishers.noBody())
				.build();
			JsonNode page = this.jsonMapper.readTree(client.send(newPage, BodyHandlers.ofString()).body());
			this.socket = client.newWebSocketBuilder()
				.buildAsync(URI.create(page.get("webSocketDebuggerUrl").asString()), new Reader())
				.get(60, TimeUnit.SECONDS);
			for (String domain : List.of("Page", "Runtime", "Log")) {
				call(domain + ".enable", Map.of());
			}
			call("Emulation.setFocusEmulationEnabled", Map.of("enabled", true));
		}
		catch (Exception ex) {
			end();
			throw ex;
		}
	}

	/** One on this machine. */
	static Optional<Path> find() {
		String given = System.getenv("CHROMIUM");
		Stream<Path> onPath = Stream.of("chromium", "chromium-browser", "google-chrome")
			.flatMap((name) -> Stream.of(System.getenv("PATH").split(":")).map((folder) -> Path.of(folder, name)));
		return Stream.concat(Stream.ofNullable(given).map(Path::of), onPath).filter(Files::isExecutable).findFirst();
	}

	static Browser start(Path program) throws Exception {
		return new Browser(program);
	}

	/** Opens a page and waits until it is there. */
	void open(String address) throws Exception {
		this.errors.clear();
		this.loads.clear();
		call("Page.navigate", Map.of("url", address));
		if (this.loads.poll(60, TimeUnit.SECONDS) == null) {
			throw new IllegalStateException("not loaded: " + address);
		}
	}

	/** The colours are light or dark. */
	void show(int width, int height, String colours) throws Exception {
		call("Emulation.setDeviceMetricsOverride",
				Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
		call("Emulation.setEmulatedMedia",
				Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", colours))));
	}

	/** What an expression in JavaScript gives in the page. */
	JsonNode evaluate(String expression) throws Exception {
		JsonNode answer = call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
		if (answer.has("exceptionDetails")) {
			throw new IllegalArgumentException(answer.get("exceptionDetails").toString());
		}
		return answer.get("result").path("value");
	}

	/** Presses the enter key where the focus is. */
	void pressEnter() throws Exception {
		for (String type : List.of("keyDown", "keyUp")) {
			call("Input.dispatchKeyEvent",
					Map.of("type", type, "key", "Enter", "code", "Enter", "text", "\r", "windowsVirtualKeyCode", 13));
		}
	}

	/** What the browser has complained about since the page was opened. */
	List<String> errors() throws Exception {
		// What the page has caused before comes before the answer.
		evaluate("0");
		return List.copyOf(this.errors);
	}

	/** Of the window, or of the whole page. */
	byte[] screenshot(boolean whole) throws Exception {
		JsonNode answer = call("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", whole));
		return Base64.getDecoder().decode(answer.get("data").asString());
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

	private JsonNode call(String method, Map<String, ?> parameters) throws Exception {
		int id = this.ids.incrementAndGet();
		CompletableFuture<JsonNode> answer = new CompletableFuture<>();
		this.answers.put(id, answer);
		this.socket.sendText(
				this.jsonMapper.writeValueAsString(Map.of("id", id, "method", method, "params", parameters)), true);
		JsonNode message = answer.get(60, TimeUnit.SECONDS);
		if (message.has("error")) {
			throw new IllegalArgumentException(method + ": " + message.get("error"));
		}
		return message.get("result");
	}

	private void take(JsonNode message) {
		if (message.has("id")) {
			this.answers.remove(message.get("id").asInt()).complete(message);
			return;
		}
		JsonNode parameters = message.get("params");
		switch (message.get("method").asString()) {
			case "Page.loadEventFired" -> this.loads.add("loaded");
			case "Log.entryAdded" -> {
				if (!parameters.get("entry").get("level").asString().equals("verbose")) {
					this.errors.add(parameters.get("entry").toString());
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
				take(Browser.this.jsonMapper.readTree(this.text.toString()));
				this.text.setLength(0);
			}
			socket.request(1);
			return null;
		}

	}

}
