package io.perfstarter.sample.fanout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.perfstarter.coherence.FanOutSettings;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.coherence.protocol.NodeStatus;
import io.perfstarter.fixtures.FreePort;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.fixtures.UsualRows;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.perfstarter.sample.fanout.TicketDesk.TICKETS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Sends wrong messages to an instance at the port of the application and at that of its
 * listener, while a peer and clients use it: none is accepted, and nobody is hurt.
 */
@Tag(Tier.CI)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
class FanOutFuzzTests {

	private static final Log logger = LogFactory.getLog(FanOutFuzzTests.class);

	private static final String PATH = FanOutSettings.endpointPath("");

	private static final int ROUNDS = 40;

	private static final int SLOW_ROUNDS = 2;

	private static final int REQUESTS = 1_000;

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final List<Long> IDS = LongStream.rangeClosed(1, 9).boxed().toList();

	private final HttpClient client = HttpClient.newHttpClient();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private int port;

	private EurekaServer eureka;

	private Instance peer;

	private Instance target;

	@BeforeAll
	void start() throws IOException {
		this.port = FreePort.find();
		this.eureka = EurekaServer.start();
		this.peer = Instance.start("peer", this.eureka, Instance.SECRET,
				"perf-starter.coherence.port=" + FreePort.find());
		this.target = Instance.start("target", this.eureka, Instance.SECRET,
				"perf-starter.coherence.port=" + this.port);
		await().until(() -> isSettled(this.peer) && isSettled(this.target));
	}

	@AfterAll
	void end() {
		this.threads.shutdownNow();
		Stream.of(this.target, this.peer).forEach(Instance::close);
		this.eureka.close();
	}

	private static boolean isSettled(Instance instance) {
		NodeStatus status = instance.status();
		return status != null && status.mode() == Mode.CERTIFIED && origins(status).size() == 1;
	}

	private static List<String> origins(NodeStatus status) {
		return status.members().stream().map(NodeStatus.Member::origin).toList();
	}

	@UsualRows
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void nothingIsAcceptedAndNobodyIsHurt(boolean listener) throws Exception {
		long seed = new Random().nextLong();
		int attacked = listener ? this.port : this.target.uri().getPort();
		Fuzz fuzz = new Fuzz(seed, PATH, attacked);
		for (long id : IDS) {
			this.target.desk().notes(id);
		}
		List<String> known = origins(this.target.status());
		request(REQUESTS);
		List<Long> before = request(REQUESTS);
		List<Growth> refused = Stream
			.of("signature", "clock", "replay", "malformed", "misdirected", "method", "type", "size")
			.map(this.target::refused)
			.toList();
		Growth sent = this.peer.sent();
		Growth sentToItself = this.peer.received("self");
		List<Growth> received = Stream.of("applied", "duplicate", "unknown-cache").map(this.target::received).toList();
		List<Growth> missed = Stream.of("departure", "goodbye", "unheard", "truncated", "implausible")
			.map(this.target::missed)
			.toList();
		Future<?> fast = this.threads.submit(() -> attack(attacked, ROUNDS, fuzz::round));
		Future<?> slow = this.threads
			.submit(() -> attack(attacked, SLOW_ROUNDS, new Fuzz(seed + 1, PATH, attacked)::slow));
		List<Long> during = new ArrayList<>();
		while (!fast.isDone() || !slow.isDone()) {
			during.addAll(request(100));
		}
		fast.get();
		slow.get();
		logger.info("Requests at the %s: without the fuzz %s, with it %s; seed %d".formatted(
				listener ? "port of the listener" : "port of the application", figures(before), figures(during), seed));
		assertThat(refused).allSatisfy((reason) -> reason.reaches(1));
		// One message to each may have been on its way.
		assertThat(received.stream().mapToLong(Growth::now).sum()).as("accepted, seed %d", seed)
			.isLessThanOrEqualTo(sent.now() - sentToItself.now() + 2);
		assertThat(missed).allSatisfy((reason) -> reason.is(0));
		assertThat(this.target.status().mode()).isEqualTo(Mode.CERTIFIED);
		assertThat(origins(this.target.status())).isEqualTo(known);
		assertThat(IDS).as("seed %d", seed).allMatch((id) -> this.target.holds(TICKETS, id));
		this.peer.desk().annotate(1, "by the peer");
		await().untilAsserted(() -> assertThat(this.target.holds(TICKETS, 1L)).isFalse());
		// What was wrong with the others is not wrong with this one.
		assertThat(answer(attacked, fuzz.valid())).startsWith("HTTP/1.1 200 ");
		assertThat(IDS).noneMatch((id) -> this.target.holds(TICKETS, id));
	}

	private Object attack(int attacked, int rounds, Callable<Map<String, Fuzz.Attack>> round) throws Exception {
		for (int i = 0; i < rounds; i++) {
			for (Map.Entry<String, Fuzz.Attack> attack : round.call().entrySet()) {
				assertThat(answer(attacked, attack.getValue())).as(attack.getKey())
					.doesNotStartWith("HTTP/1.1 2")
					.doesNotContainIgnoringCase(SignedRequest.SIGNATURE);
			}
		}
		return rounds;
	}

	/**
	 * Sends a message, and returns what is answered until the connection is closed.
	 */
	private static String answer(int attacked, Fuzz.Attack attack) throws Exception {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), attacked)) {
			socket.setSoTimeout((int) PATIENCE.toMillis());
			try {
				attack.send(socket.getOutputStream());
				socket.shutdownOutput();
			}
			catch (IOException ex) {
				logger.debug("Cut off", ex);
			}
			return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
		}
		catch (SocketException ex) {
			return "reset";
		}
	}

	/**
	 * Sends requests of clients, one after the other.
	 * @return their times in nanoseconds
	 */
	private List<Long> request(int count) throws Exception {
		List<Long> times = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			URI uri = this.target.uri().resolve("/tickets/" + IDS.get(i % IDS.size()));
			long start = System.nanoTime();
			assertThat(this.client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding()).statusCode())
				.isEqualTo(200);
			times.add(System.nanoTime() - start);
		}
		return times;
	}

	private static String figures(List<Long> times) {
		Collections.sort(times);
		return "%d requests, median %d us, p99 %d us".formatted(times.size(), times.get(times.size() / 2) / 1_000,
				times.get(times.size() * 99 / 100) / 1_000);
	}

}
