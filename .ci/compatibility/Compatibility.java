import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.perfstarter.fixtures.FreePort;
import io.perfstarter.routing.MariaDbPair;
import io.perfstarter.sample.launcher.SampleDatabase;
import io.perfstarter.sample.ticket.ParkingData;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Runs two instances of the ticket-service for each row of the table of what works.
 */
class Compatibility {

	private static final Path FOLDER = Path.of(System.getProperty("folder"));

	private static final String SERVICE = System.getProperty("service");

	private static final List<String> EXTRAS = List.of(System.getProperty("extras").split(File.pathSeparator));

	/** With the cookies that let a client read its own writes. */
	private static final HttpClient CLIENT = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

	private static final JsonMapper JSON = new JsonMapper();

	private static final Duration PATIENCE = Duration.ofMinutes(5);

	private final Deque<AutoCloseable> parts = new ArrayDeque<>();

	private SampleDatabase postgres;

	public static void main(String[] names) {
		((Logger) LoggerFactory.getLogger("ROOT")).setLevel(Level.ERROR);
		Map<String, Row> rows = new LinkedHashMap<>();
		rows.put("tomcat", (row) -> row.check("tomcat", List.of()));
		rows.put("jetty", (row) -> row.check("jetty", List.of(), withJetty(), List.of()));
		rows.put("redis", (row) -> row.onRedis("redis", "redis-server"));
		rows.put("valkey", (row) -> row.onRedis("valkey", System.getProperty("valkey")));
		rows.put("pgbouncer", (row) -> row.check("pgbouncer", row.pgBouncer()));
		rows.put("pgbouncer-log", (row) -> row.check("pgbouncer-log",
				Stream.concat(row.pgBouncer().stream(), Stream.of("--spring.profiles.active=database-log"))
					.toList()));
		rows.put("mariadb", Compatibility::onMariaDb);
		rows.put("aot", Compatibility::onAotCache);
		rows.put("compact-headers", (row) -> row.check("compact-headers", List.of(), SERVICE,
				List.of("-XX:+UseCompactObjectHeaders")));
		int failed = 0;
		for (String name : (names.length > 0) ? List.of(names) : rows.keySet()) {
			Compatibility row = new Compatibility();
			try {
				rows.get(name).run(row);
				System.out.println(name + ": works");
			}
			catch (Exception | AssertionError ex) {
				failed++;
				System.out.println(name + ": FAILED, " + ex);
			}
			finally {
				row.close();
			}
		}
		System.exit(failed);
	}

	private static String withJetty() {
		return Stream.concat(Arrays.stream(SERVICE.split(File.pathSeparator)).filter((jar) -> !jar.contains("tomcat")),
				EXTRAS.stream().filter((jar) -> jar.matches(".*(jetty|servlet|websocket|tomcat-embed-el).*")))
			.collect(Collectors.joining(File.pathSeparator));
	}

	private static String with(String library) {
		return SERVICE + File.pathSeparator + EXTRAS.stream()
			.filter((jar) -> library.equals("redis") ? !jar.contains("jetty") && !jar.contains("tomcat") && !jar.contains("mariadb")
					: jar.contains(library))
			.collect(Collectors.joining(File.pathSeparator));
	}

	private void onRedis(String name, String program) throws Exception {
		int port = FreePort.find();
		process(name + "-server", List.of(program, "--port", "" + port, "--bind", "127.0.0.1", "--save", "", "--dir",
				FOLDER.toString()), Map.of(), port);
		check(name, List.of("--perf-starter.coherence.log=redis", "--spring.data.redis.port=" + port,
				"--spring.data.redis.timeout=2s"), with("redis"), List.of());
	}

	private List<String> postgres() throws IOException {
		if (this.postgres == null) {
			this.postgres = add(new SampleDatabase(FOLDER.resolve("postgres"), FreePort.find(), FreePort.find()));
		}
		return this.postgres.arguments();
	}

	/**
	 * Starts PgBouncer before the primary and the standby, with fewer connections than the
	 * instances open. Before 1.21 it knows no prepared statements.
	 */
	private List<String> pgBouncer() throws Exception {
		int port = FreePort.find();
		List<String> direct = postgres();
		Path settings = FOLDER.resolve("pgbouncer.ini");
		Files.writeString(settings, """
				[databases]
				primary = host=127.0.0.1 port=%s dbname=postgres user=postgres
				standby = host=127.0.0.1 port=%s dbname=postgres user=postgres
				[pgbouncer]
				listen_addr = 127.0.0.1
				listen_port = %d
				unix_socket_dir =
				auth_type = any
				pool_mode = transaction
				default_pool_size = 4
				max_client_conn = 500
				ignore_startup_parameters = extra_float_digits
				""".formatted(port(direct.get(0)), port(direct.get(2)), port));
		Path copy = Files.copy(settings, Path.of("/tmp", "pgbouncer-" + port + ".ini"));
		copy.toFile().deleteOnExit();
		List<String> command = new ArrayList<>(List.of("pgbouncer", copy.toString()));
		if ("root".equals(System.getProperty("user.name"))) {
			command.addAll(List.of("-u", "nobody"));
		}
		process("pgbouncer", command, Map.of(), port);
		String url = "jdbc:postgresql://127.0.0.1:%d/%%s?prepareThreshold=0".formatted(port);
		return List.of("--spring.datasource.url=" + url.formatted("primary"), direct.get(1),
				"--perf-starter.routing.replicas.standby.url=" + url.formatted("standby"));
	}

	private static String port(String argument) {
		return argument.replaceAll(".*:(\\d+)/.*", "$1");
	}

	private static void onMariaDb(Compatibility row) throws Exception {
		MariaDbPair databases = MariaDbPair.start();
		Thread thread = Thread.currentThread();
		ClassLoader usual = thread.getContextClassLoader();
		thread.setContextClassLoader(new ClassLoader(usual) {

			@Override
			public InputStream getResourceAsStream(String name) {
				InputStream found = super.getResourceAsStream(name);
				return name.equals("ticket/schema.sql") ? inItsDialect(found) : found;
			}

		});
		ParkingData.create(databases.primary().dataSource("app"));
		thread.setContextClassLoader(usual);
		databases.awaitReplica();
		row.run("mariadb", List.of("--spring.datasource.url=" + databases.primaryUrl(), "--spring.datasource.username=app",
				"--perf-starter.routing.replicas.standby.url=" + databases.replicaUrl()), with("mariadb"), List.of());
	}

	private static InputStream inItsDialect(InputStream schema) {
		try (schema) {
			String sql = new String(schema.readAllBytes(), StandardCharsets.UTF_8);
			return new ByteArrayInputStream(sql.replace("generated by default as identity", "auto_increment")
				.replaceAll("references (\\w+)", "references $1 (id)")
				.getBytes(StandardCharsets.UTF_8));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void onAotCache(Compatibility row) throws Exception {
		Path cache = FOLDER.resolve("ticket-service.aot");
		Files.deleteIfExists(cache);
		List<String> training = new ArrayList<>(row.postgres());
		training.add("--perf-starter.warmup.mode=training");
		Process trained = row.start("aot-training", FreePort.find(), training, SERVICE,
				List.of("-XX:AOTCacheOutput=" + cache), "");
		if (!trained.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || trained.exitValue() != 0) {
			throw new AssertionError("The training has failed, see aot-training.log");
		}
		row.check("aot", List.of(), SERVICE, List.of("-XX:AOTMode=on", "-XX:AOTCache=" + cache));
	}

	private void check(String name, List<String> arguments) throws Exception {
		check(name, arguments, SERVICE, List.of());
	}

	private void check(String name, List<String> arguments, String classPath, List<String> options) throws Exception {
		List<String> all = new ArrayList<>(arguments);
		if (arguments.stream().noneMatch((argument) -> argument.startsWith("--spring.datasource.url"))) {
			all.addAll(postgres());
		}
		run(name, all, classPath, options);
	}

	private void run(String name, List<String> arguments, String classPath, List<String> options) throws Exception {
		int first = FreePort.find();
		int second = FreePort.find();
		String peers = "127.0.0.1:%d,127.0.0.1:%d".formatted(first, second);
		Process one = start(name + "-1", first, arguments, classPath, options, peers);
		Process two = start(name + "-2", second, arguments, classPath, options, peers);
		for (int port : List.of(first, second)) {
			await("readiness", () -> {
				require(one.isAlive() && two.isAlive(), "an instance has ended");
				return get(port, "/actuator/health/readiness").statusCode() == 200;
			});
			await("the certificate", () -> show(port, "coherence").get("mode").asString().equals("CERTIFIED"));
			System.out.println(name + ": is warm, AOT cache " + show(port, "warmup").get("aotCache"));
		}
		await("hits", () -> Stream.of(first, second).allMatch(Compatibility::hits));
		System.out.println(name + ": a change is seen by the other instance after at most " + changes(first, second) + " ms");
		order(first);
		System.out.println(name + ": " + load(List.of(first, second)));
		for (int port : List.of(first, second)) {
			System.out.println(name + ": coherence " + show(port, "coherence").get("mode") + ", routing " + show(port, "routing"));
		}
		for (String instance : List.of(name + "-1", name + "-2")) {
			try (Stream<String> lines = Files.lines(FOLDER.resolve(instance + ".log"))) {
				lines
					.filter((line) -> (line.contains(" WARN ") || line.contains(" ERROR "))
							&& !line.contains("reporting.Announcements"))
					.limit(20)
					.forEach((line) -> System.out.println(instance + ": " + line));
			}
		}
	}

	private Process start(String name, int port, List<String> arguments, String classPath, List<String> options,
			String peers) throws IOException, InterruptedException {
		String newest = System.getProperty("newest.jdk");
		List<String> command = new ArrayList<>();
		command.add(options.isEmpty() ? "java" : newest + "/bin/java");
		command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
		command.addAll(options);
		command.addAll(List.of("io.perfstarter.sample.launcher.TicketMain", "--server.port=" + port, "--eureka.client.enabled=false", "--perf-starter.coherence.peers=" + peers,
				"--perf-starter.coherence.discovery-interval=1s", "--perf-starter.coherence.registry-propagation-delay=1s",
				"--perf-starter.warmup.shutdown-delay=0", "--perf-starter.warmup.timeout=2m",
				"--perf-starter.warmup.min-requests=20"));
		// Without those of the sample that call another service.
		List<String> paths = List.of("/tickets/api/v1/{range:1..6000}", "/members/id-{range:1..1000}",
				"/stock/{range:1..6}");
		for (int i = 0; i < paths.size(); i++) {
			command.add("--perf-starter.warmup.requests[%d].name=request %d".formatted(i, i));
			command.add("--perf-starter.warmup.requests[%d].path=%s".formatted(i, paths.get(i)));
		}
		command.addAll(arguments);
		return process(name, command, Map.of("CLASSPATH", classPath, "PERF_STARTER_SECRET",
				"a secret of this run, long enough", "SAMPLE_DIRECTORY", FOLDER.resolve("postgres").toString()), 0);
	}

	private Process process(String name, List<String> command, Map<String, String> environment, int port)
			throws IOException, InterruptedException {
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(FOLDER.resolve(name + ".log").toFile());
		builder.environment().putAll(environment);
		Process process = builder.start();
		add(() -> process.destroyForcibly().waitFor());
		if (port != 0) {
			await(name, () -> {
				try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
					return true;
				}
			});
		}
		return process;
	}

	private static boolean hits(int port) {
		try {
			get(port, "/tickets/api/v1/1");
			return "hit".equals(get(port, "/tickets/api/v1/1").headers().firstValue("X-Sample-Cache").orElse(""));
		}
		catch (Exception ex) {
			return false;
		}
	}

	private static long changes(int first, int second) throws Exception {
		long longest = 0;
		for (int i = 0; i < 20; i++) {
			String value = "change " + i;
			get(second, "/tickets/api/v1/1");
			ObjectNode ticket = (ObjectNode) JSON.readTree(get(first, "/tickets/api/v1/1").body());
			require(send(first, "PUT", "/tickets/api/v1/1", ticket.put("notes", value).toString()).statusCode() == 200,
					"The change is refused");
			long written = System.nanoTime();
			require(notes(first).equals(value), "The instance does not find its change");
			await("the change at the other instance", () -> notes(second).equals(value));
			longest = Math.max(longest, System.nanoTime() - written);
		}
		return longest / 1_000_000;
	}

	private static String notes(int port) throws Exception {
		return JSON.readTree(get(port, "/tickets/api/v1/1").body()).get("notes").asString();
	}

	private static void order(int port) throws Exception {
		String body = send(port, "POST", "/orders", "{\"categoryId\": 1, \"quantity\": 2}").body();
		long id = JSON.readTree(body).get("id").asLong();
		await("the order", () -> get(port, "/orders/" + id).body().contains("DONE"));
	}

	/**
	 * Reads, changes and orders at both instances for ten seconds.
	 */
	private static String load(List<Integer> ports) throws Exception {
		AtomicInteger requests = new AtomicInteger();
		AtomicInteger replica = new AtomicInteger();
		List<String> failures = new ArrayList<>();
		List<Thread> threads = new ArrayList<>();
		long end = System.nanoTime() + 10_000_000_000L;
		for (int i = 0; i < 8; i++) {
			Random random = new Random(i);
			Thread thread = new Thread(() -> {
				while (System.nanoTime() < end) {
					int port = ports.get(random.nextInt(2));
					try {
						HttpResponse<String> answer = any(port, random);
						requests.incrementAndGet();
						if (answer.headers().firstValue("X-Sample-Database").orElse("").equals("replica")) {
							replica.incrementAndGet();
						}
						require(answer.statusCode() < 300, answer.uri() + ": " + answer.statusCode() + " " + answer.body());
					}
					catch (Exception | AssertionError ex) {
						synchronized (failures) {
							failures.add(ex.toString());
						}
					}
				}
			});
			threads.add(thread);
			thread.start();
		}
		for (Thread thread : threads) {
			thread.join();
		}
		require(failures.isEmpty(), failures.size() + " failures, the first one: " + failures.stream().findFirst().orElse(""));
		return "%d requests, %d of them read the replica, none failed".formatted(requests.get(), replica.get());
	}

	private static HttpResponse<String> any(int port, Random random) throws Exception {
		String ticket = "/tickets/api/v1/" + (2 + random.nextInt(3000));
		return switch (random.nextInt(5)) {
			case 0 -> send(port, "PUT", ticket,
					((ObjectNode) JSON.readTree(get(port, ticket).body())).put("notes", "n" + random.nextInt()).toString());
			case 1 -> send(port, "POST", "/shop/carts", "{\"categoryId\": 2, \"quantity\": 1}");
			case 2 -> get(port, "/tickets/api/v1/search?parkingLotId=1&page=%d&size=10".formatted(random.nextInt(20)));
			case 3 -> get(port, "/members/id-" + (1 + random.nextInt(1000)));
			default -> get(port, ticket);
		};
	}

	private static JsonNode show(int port, String endpoint) throws Exception {
		return JSON.readTree(get(port, "/actuator/" + endpoint).body());
	}

	private static HttpResponse<String> get(int port, String path) throws Exception {
		return CLIENT.send(request(port, path).build(), BodyHandlers.ofString());
	}

	private static HttpResponse<String> send(int port, String method, String path, String body) throws Exception {
		return CLIENT.send(request(port, path).header("Content-Type", "application/json")
			.method(method, BodyPublishers.ofString(body))
			.build(), BodyHandlers.ofString());
	}

	private static HttpRequest.Builder request(int port, String path) {
		return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(Duration.ofSeconds(30));
	}

	private static void await(String what, Callable<Boolean> condition) throws InterruptedException {
		long end = System.nanoTime() + PATIENCE.toNanos();
		while (true) {
			try {
				if (condition.call()) {
					return;
				}
			}
			catch (Exception ex) {
				// Not yet.
			}
			require(System.nanoTime() < end, what + " takes too long");
			TimeUnit.MILLISECONDS.sleep(5);
		}
	}

	private static void require(boolean condition, String otherwise) {
		if (!condition) {
			throw new AssertionError(otherwise);
		}
	}

	private <T extends AutoCloseable> T add(T part) {
		this.parts.push(part);
		return part;
	}

	private void close() {
		while (!this.parts.isEmpty()) {
			try {
				this.parts.pop().close();
			}
			catch (Exception ex) {
				System.out.println("A part did not stop: " + ex);
			}
		}
	}

	/**
	 * What a row of the table runs.
	 */
	private interface Row {

		void run(Compatibility row) throws Exception;

	}

}
