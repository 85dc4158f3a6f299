package io.perfstarter.coherence;

import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.MessageOutcome;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.coherence.protocol.NodeStatus;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.peer.HttpPeerSettings;
import org.assertj.core.api.ThrowingConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link FanOut} over real HTTP.
 */
@Timeout(180)
class FanOutTests {

	private static final String PATH = "/app/perf-starter/coherence/v2/events";

	private static final String SIGNATURE = "X-Perf-Starter-Signature";

	private static final Event EVENT = Event.keys("tickets", List.of(1L, "two"));

	private final List<ServiceInstance> registry = new CopyOnWriteArrayList<>();

	private final List<AutoCloseable> closeables = new ArrayList<>();

	private final List<TestInstance> instances = new ArrayList<>();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final TestInstance a = instance(TestInstance.SECRET);

	private final TestInstance b = instance(TestInstance.SECRET);

	private final TestInstance c = instance(TestInstance.SECRET);

	private TestInstance instance(String secret) {
		TestInstance instance = new TestInstance(this.registry, secret);
		this.closeables.add(instance);
		this.instances.add(instance);
		return instance;
	}

	private HttpServer stranger(HttpHandler handler) {
		HttpServer server = TestInstance.server(handler, this.threads);
		this.closeables.add(() -> server.stop(0));
		this.registry.add(TestInstance.registration(server.getAddress().getPort()));
		return server;
	}

	@AfterEach
	void close() throws Exception {
		// Before any server stops, so that no goodbye is tried again.
		this.instances.forEach((instance) -> instance.fanOut.close());
		for (AutoCloseable closeable : this.closeables) {
			closeable.close();
		}
		this.threads.shutdownNow();
	}

	/**
	 * Tries again with new instances while a busy machine takes longer than the second
	 * that a close waits at most.
	 */
	private static void inTime(ThrowingConsumer<FanOutTests> attempt) {
		await().untilAsserted(() -> {
			FanOutTests tests = new FanOutTests();
			try {
				attempt.accept(tests);
			}
			finally {
				tests.close();
			}
		});
	}

	/**
	 * Starts all three and waits until each has heard the others: what is published
	 * before is asked for later instead of told at once.
	 */
	private void start() {
		List<TestInstance> all = List.of(this.c, this.b, this.a);
		all.forEach((instance) -> instance.start());
		for (TestInstance instance : all) {
			await().until(() -> all.stream().allMatch((other) -> other == instance || instance.hears(other)));
			await().until(() -> instance.fanOut.peers() == this.registry.size() - 1);
		}
	}

	@Test
	void addressIsToldOnlyWhenTheInstanceCanBeReached() {
		String address = "localhost:" + this.b.port();
		this.a.start();
		this.b.fanOut.start();
		this.b.fanOut.discover();
		// The first may be true before, by a message of the other one.
		await().until(() -> this.b.hears(this.a) && !this.a.requests.isEmpty());
		assertThat(this.a.requests).noneMatch((request) -> isFrom(request, address));
		this.b.fanOut.listening();
		await().until(() -> this.a.requests.stream().anyMatch((request) -> isFrom(request, address)));
	}

	private static boolean isFrom(MockHttpServletRequest request, String address) {
		return new String(request.getContentAsByteArray(), StandardCharsets.UTF_8).contains(address);
	}

	private long acknowledgements() {
		return this.a.meters.get("perf.starter.coherence.ack").timer().count();
	}

	@Test
	void eventReachesTheOthersAndNotItsOrigin() {
		start();
		long acked = acknowledgements();
		this.a.fanOut.publish(List.of(EVENT));
		await().untilAsserted(() -> assertThat(this.b.evicted).containsExactly(EVENT));
		await().untilAsserted(() -> assertThat(this.c.evicted).containsExactly(EVENT));
		await().until(() -> acknowledgements() == acked + 2);
		assertThat(this.a.evicted).isEmpty();
		String own = this.a.fanOut.status().origin();
		await()
			.untilAsserted(() -> assertThat(this.a.requests).filteredOn((request) -> isFrom(request, own)).hasSize(1));
		assertThat(this.a.meters.get("perf.starter.coherence.peers").gauge().value()).isEqualTo(2);
	}

	@Test
	void everybodyIsHeard() {
		start();
		for (TestInstance instance : List.of(this.a, this.b, this.c)) {
			await().until(() -> {
				// Only a list that is taken later than the registry lags ends the
				// joining.
				instance.fanOut.refresh();
				return instance.fanOut.status().mode() == Mode.CERTIFIED;
			});
			assertThat(instance.fanOut.status().address()).hasPort(instance.port()).hasPath(PATH);
			assertThat(instance.fanOut.status().certificateAge()).isLessThan(TestInstance.TIMINGS.maxStaleness());
		}
	}

	@Test
	void burstArrivesCompleteInFewMessages() {
		start();
		this.b.requests.clear();
		IntStream.range(0, 5_000)
			.forEach((key) -> this.a.fanOut.publish(List.of(Event.keys("tickets-" + key % 5, List.of(key)))));
		await().until(() -> keysOrAll(this.b));
		await().until(() -> keysOrAll(this.c));
		assertThat(this.b.requests).hasSizeLessThan(5_000);
	}

	private static boolean keysOrAll(TestInstance instance) {
		return IntStream.range(0, 5_000)
			.allMatch((key) -> instance.evicted.stream()
				.anyMatch((event) -> event.cache().equals("tickets-" + key % 5)
						&& (event.scope() == Event.Scope.ALL || event.ids().contains(key))));
	}

	@Test
	void longKeysAreSplitOverMessages() {
		start();
		List<String> keys = IntStream.range(0, 100).mapToObj((key) -> key + "\u0001".repeat(1_000)).toList();
		keys.forEach((key) -> this.a.fanOut.publish(List.of(Event.keys("tickets", List.of(key)))));
		await().untilAsserted(
				() -> assertThat(this.b.evicted.stream().flatMap((event) -> event.ids().stream())).containsAll(keys));
		assertThat(this.b.evicted).hasSizeGreaterThan(5);
	}

	@Test
	void keysThatCannotTravelEvictAll() {
		start();
		this.a.fanOut.publish(List.of(Event.keys("tickets", List.of(1, List.of(2)))));
		await().untilAsserted(() -> assertThat(this.b.evicted).containsExactly(Event.all("tickets")));
	}

	@Test
	void deadAndSlowPeersDelayNobody() throws Exception {
		try (ServerSocket dead = new ServerSocket(0)) {
			this.registry.add(TestInstance.registration(dead.getLocalPort()));
		}
		CountDownLatch release = new CountDownLatch(1);
		this.closeables.add(release::countDown);
		stranger((exchange) -> {
			awaitQuietly(release);
			exchange.close();
		});
		start();
		long start = System.nanoTime();
		for (long key = 0; key < 20; key++) {
			Event event = Event.keys("tickets", List.of(key));
			this.a.fanOut.publish(List.of(event));
			await().until(() -> this.b.evicted.contains(event) && this.c.evicted.contains(event));
		}
		// If each event had waited for the slow peer's timeout only once.
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TestInstance.READ_TIMEOUT.multipliedBy(20));
		await().until(() -> this.a.count("failed", "reason", "unreachable") >= 1);
	}

	@Tag(Tier.CI)
	@Test
	void peerThatTricklesItsAnswerIsGivenUp() {
		CountDownLatch done = new CountDownLatch(1);
		this.closeables.add(done::countDown);
		stranger((exchange) -> {
			exchange.sendResponseHeaders(200, 1_000);
			try {
				while (!done.await(100, TimeUnit.MILLISECONDS)) {
					exchange.getResponseBody().write('x');
					exchange.getResponseBody().flush();
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
		TestInstance hasty = new TestInstance(this.registry, TestInstance.SECRET, Duration.ofMillis(200));
		this.closeables.add(hasty);
		hasty.start();
		await().until(() -> hasty.count("failed", "reason", "unreachable") >= 1);
		assertThat(hasty.member(this.registry.get(3).getPort())).get()
			.extracting(NodeStatus.Member::last)
			.isEqualTo(MessageOutcome.UNREACHABLE);
	}

	@Tag(Tier.CI)
	@Test
	void wrongSecretIsRefusedAndCountedOnBothSides() {
		TestInstance wrong = instance("another secret of the same length");
		start();
		wrong.start();
		await("greeting").until(() -> this.b.count("refused", "reason", "signature") >= 1);
		wrong.fanOut.publish(List.of(Event.all("tickets")));
		this.a.fanOut.publish(List.of(EVENT));
		await().untilAsserted(() -> assertThat(this.b.evicted).containsExactly(EVENT));
		await().until(() -> this.a.count("failed", "reason", "unauthorized") >= 1);
		double refused = this.b.count("refused", "reason", "signature");
		await("question").until(() -> this.b.count("refused", "reason", "signature") > refused);
		assertThat(wrong.evicted).isEmpty();
		assertThat(this.b.evicted).containsExactly(EVENT);
		assertThat(this.b.member(wrong.port())).get().extracting(NodeStatus.Member::origin).isNull();
	}

	@Test
	void replayedRequestIsRefused() {
		start();
		this.a.fanOut.publish(List.of(EVENT));
		await().until(() -> this.b.evicted.size() == 1);
		MockHttpServletRequest genuine = this.b.requests.stream()
			.filter((request) -> new String(body(request)).contains("two"))
			.findFirst()
			.orElseThrow();
		assertThat(post(this.b, genuine::getHeader, body(genuine)).statusCode()).isEqualTo(409);
		assertThat(this.b.evicted).hasSize(1);
		assertThat(this.b.count("refused", "reason", "replay")).isEqualTo(1);
	}

	private static HttpResponse<byte[]> post(TestInstance instance, Function<String, @Nullable String> headers,
			byte[] body) {
		HttpRequest.Builder request = HttpRequest
			.newBuilder(URI.create("http://localhost:" + instance.port() + TestInstance.PATH))
			.POST(HttpRequest.BodyPublishers.ofByteArray(body));
		Stream.of("Content-Type", "X-Perf-Starter-Time", "X-Perf-Starter-Nonce", SIGNATURE)
			.forEach((name) -> request.header(name, String.valueOf(headers.apply(name))));
		return HttpClient.newHttpClient().sendAsync(request.build(), BodyHandlers.ofByteArray()).join();
	}

	private static byte[] body(MockHttpServletRequest request) {
		byte[] body = request.getContentAsByteArray();
		return (body != null) ? body : new byte[0];
	}

	@Test
	void unsignedAnswerIsNoAcknowledgement() {
		HttpServer stranger = stranger((exchange) -> {
			MockHttpServletResponse response = new MockHttpServletResponse();
			response.getOutputStream().print("{\"origin\":\"x\",\"outcome\":\"applied\",\"mark\":0,\"pending\":0}");
			TestInstance.respond(exchange, response, 200);
		});
		start();
		await().until(() -> this.a.count("failed", "reason", "forged") >= 1);
		NodeStatus.Member member = this.a.member(stranger.getAddress().getPort()).orElseThrow();
		assertThat(member.origin()).isNull();
		assertThat(member.last()).isEqualTo(MessageOutcome.FORGED);
	}

	@Test
	void answerOfAnotherInstanceThroughARelayIsNoAcknowledgement() {
		HttpServer relay = stranger((exchange) -> {
			byte[] body = exchange.getRequestBody().readAllBytes();
			HttpResponse<byte[]> genuine = post(this.b, (name) -> exchange.getRequestHeaders().getFirst(name), body);
			MockHttpServletResponse response = new MockHttpServletResponse();
			genuine.headers().firstValue(SIGNATURE).ifPresent((signature) -> response.setHeader(SIGNATURE, signature));
			response.getOutputStream().write(genuine.body());
			TestInstance.respond(exchange, response, genuine.statusCode());
		});
		start();
		await().until(() -> this.a.count("failed", "reason", "misdirected") >= 1);
		NodeStatus.Member member = this.a.member(relay.getAddress().getPort()).orElseThrow();
		assertThat(member.origin()).isNull();
		assertThat(member.last()).isEqualTo(MessageOutcome.MISDIRECTED);
		assertThat(this.b.count("refused", "reason", "misdirected")).isPositive();
	}

	@Test
	void peerWithoutTheFanOutIsNotedAndNotTriedAgain() {
		TestInstance without = instance(TestInstance.SECRET);
		start();
		await().until(() -> this.a.count("failed", "reason", "absent") >= 1);
		assertThat(this.a.member(without.port())).get()
			.extracting(NodeStatus.Member::last)
			.isEqualTo(MessageOutcome.ABSENT);
		assertThat(without.evicted).isEmpty();
	}

	@Test
	void instanceWithTheFirstVersionOfTheProtocolIsAbsent() {
		String path = PATH.replace("/v2/", "/v1/");
		List<String> asked = new CopyOnWriteArrayList<>();
		HttpServer old = stranger((exchange) -> {
			asked.add(exchange.getRequestURI().getPath());
			TestInstance.respond(exchange, new MockHttpServletResponse(), asked.contains(path) ? 200 : 404);
		});
		start();
		await().until(() -> this.a.count("failed", "reason", "absent") >= 1);
		assertThat(this.a.member(old.getAddress().getPort())).get()
			.extracting(NodeStatus.Member::last)
			.isEqualTo(MessageOutcome.ABSENT);
		assertThat(asked).containsOnly(PATH);
		await("only by age").until(() -> {
			this.a.fanOut.refresh();
			return this.a.fanOut.status().mode() == Mode.UNCERTIFIED;
		});
		HttpRequest message = HttpRequest.newBuilder(URI.create("http://localhost:" + this.a.port() + path))
			.POST(HttpRequest.BodyPublishers.ofString("{}"))
			.build();
		assertThat(HttpClient.newHttpClient().sendAsync(message, BodyHandlers.discarding()).join().statusCode())
			.isEqualTo(404);
	}

	@Test
	void anotherContextOfTheSameProcessHasAnotherId() {
		String announced = UUID.randomUUID().toString();
		List<String> origins = new ArrayList<>();
		for (TestInstance context : List.of(this.a, this.b)) {
			context.announced = announced;
			context.fanOut.start();
			origins.add(context.fanOut.status().origin());
			context.fanOut.close();
		}
		assertThat(origins).containsExactly(announced, announced + ".2");
	}

	@Test
	void doesNothingUnlessStarted() {
		this.a.fanOut.publish(List.of(EVENT));
		this.a.fanOut.refresh();
		assertThat(this.a.transport.endpoint()).isNull();
		assertThat(this.a.fanOut.peers()).isZero();
		assertThat(this.a.fanOut.status()).isNull();
		assertThat(this.a.fanOut.isRunning()).isFalse();
		this.a.fanOut.close();
	}

	@Test
	void whatIsEvictedBeforeTheStartReachesPeersAsAll() {
		this.registry.removeIf((instance) -> instance.getPort() != this.b.port());
		this.b.start();
		await().until(() -> {
			this.b.fanOut.refresh();
			return this.b.fanOut.status().mode() == Mode.CERTIFIED;
		});
		this.a.fanOut.publish(List.of(EVENT, Event.all("tickets-2")));
		this.a.fanOut.publish(List.of(EVENT));
		this.a.start();
		await().untilAsserted(() -> assertThat(this.b.evicted).containsExactlyInAnyOrder(Event.all("tickets"),
				Event.all("tickets-2")));
		assertThat(this.b.count("missed", "reason", "truncated")).isZero();
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void whatIsEvictedAfterTheCloseIsToldAtOnce(CapturedOutput output) {
		inTime((tests) -> tests.assertToldAfterTheClose());
		assertThat(output).doesNotContain("Could not send");
		await().until(() -> ours().isEmpty());
	}

	private void assertToldAfterTheClose() {
		start();
		String origin = this.a.fanOut.status().origin();
		this.a.fanOut.close();
		this.a.fanOut.publish(List.of(EVENT));
		this.a.fanOut.publish(List.of(Event.all("tickets-2")));
		for (TestInstance other : List.of(this.b, this.c)) {
			assertThat(other.evicted).containsExactly(EVENT, Event.all("tickets-2"));
			assertThat(other.fanOut.status().members()).extracting(NodeStatus.Member::origin).doesNotContain(origin);
			for (String reason : List.of("departure", "unheard", "goodbye", "truncated")) {
				assertThat(other.count("missed", "reason", reason)).isZero();
			}
		}
		assertThat(this.a.fanOut.status()).isNull();
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void whoCannotBeToldAfterTheCloseIsWaitedForOnceAndLogged(CapturedOutput output) {
		inTime((tests) -> {
			int before = output.length();
			tests.assertWaitsOnceAfterTheClose();
			assertThat(output.toString().substring(before))
				.containsOnlyOnce("Evictions of [tickets] may be missing on another instance")
				.contains("the fan-out is closed")
				.doesNotContain("two");
		});
	}

	private void assertWaitsOnceAfterTheClose() {
		CountDownLatch end = new CountDownLatch(1);
		this.closeables.add(end::countDown);
		stranger((exchange) -> awaitQuietly(end));
		start();
		this.a.fanOut.close();
		long start = System.nanoTime();
		IntStream.range(0, 5).forEach((ignored) -> this.a.fanOut.publish(List.of(EVENT)));
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
		assertThat(this.b.evicted).hasSize(5).containsOnly(EVENT);
		assertThat(this.c.evicted).hasSize(5).containsOnly(EVENT);
		end.countDown();
	}

	private static void awaitQuietly(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Test
	void restartAtTheSameAddressIsSomebodyNew() {
		start();
		String before = this.a.fanOut.status().origin();
		this.a.fanOut.close();
		this.a.start();
		String after = this.a.fanOut.status().origin();
		assertThat(after).isNotEqualTo(before);
		await().untilAsserted(() -> assertThat(this.b.member(this.a.port())).get()
			.extracting(NodeStatus.Member::origin)
			.isEqualTo(after));
		await().until(() -> this.a.hears(this.b));
		this.b.fanOut.publish(List.of(EVENT));
		await().untilAsserted(() -> assertThat(this.a.evicted).containsExactly(EVENT));
		assertThat(this.b.count("missed", "reason", "departure")).isZero();
	}

	@Test
	void closeSendsWhatWaitsAndEndsItsThreads() {
		inTime((tests) -> tests.assertCloseSendsWhatWaits());
		await().until(() -> ours().isEmpty());
	}

	private void assertCloseSendsWhatWaits() {
		Stream.of(this.b, this.c).forEach((instance) -> instance.start());
		Stream.of(this.b, this.c).forEach((instance) -> await().until(() -> instance.fanOut.peers() == 2));
		Stream.of(this.b, this.c).forEach((instance) -> instance.fanOut.close());
		await().until(() -> ours().isEmpty());
		this.b.start();
		this.a.start();
		await().until(() -> this.a.hears(this.b) && this.b.hears(this.a));
		IntStream.range(0, 500).forEach((key) -> this.a.fanOut.publish(List.of(Event.keys("tickets", List.of(key)))));
		this.a.fanOut.close();
		assertThat(this.b.evicted.stream().flatMap((event) -> event.ids().stream()).distinct()).hasSize(500);
	}

	private static List<String> ours() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.startsWith("perf-starter-coherence"))
			.toList();
	}

	@Test
	void firstStartHasTheAnnouncedIdAndEachFurtherOneAnother() {
		this.a.announced = "announced";
		this.a.start();
		assertThat(this.a.fanOut.status()).extracting(NodeStatus::origin).isEqualTo("announced");
		this.a.fanOut.close();
		this.a.start();
		assertThat(this.a.fanOut.status()).extracting(NodeStatus::origin).isNotNull().isNotEqualTo("announced");
	}

	@Test
	void secretIsNotPrinted() {
		assertThat(new HttpPeerSettings(TestInstance.SECRET, "/", TestInstance.READ_TIMEOUT, TestInstance.READ_TIMEOUT,
				null, null))
			.asString()
			.doesNotContain(TestInstance.SECRET);
	}

	@Test
	void contextPathMayHaveSlashesOrNot() {
		assertThat(Stream.of("", "/", "app", "/app", "/app/", "/a/b").map(FanOutSettings::endpointPath))
			.containsExactly("/perf-starter/coherence/v2/events", "/perf-starter/coherence/v2/events",
					"/app/perf-starter/coherence/v2/events", "/app/perf-starter/coherence/v2/events",
					"/app/perf-starter/coherence/v2/events", "/a/b/perf-starter/coherence/v2/events");
	}

}
