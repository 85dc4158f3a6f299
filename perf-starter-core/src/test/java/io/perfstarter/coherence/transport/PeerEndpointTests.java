package io.perfstarter.coherence.transport;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.coherence.protocol.Answer;
import io.perfstarter.coherence.protocol.Batch;
import io.perfstarter.coherence.protocol.CoherenceListener;
import io.perfstarter.coherence.protocol.CoherenceNode;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalCopies;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.Message;
import io.perfstarter.coherence.protocol.Outcome;
import io.perfstarter.coherence.protocol.PendingAges;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.coherence.protocol.ProtocolTimings;
import io.perfstarter.coherence.protocol.Surroundings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.server.MockServerWebExchange;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PeerEndpoint} and the filters in front of it.
 */
class PeerEndpointTests {

	private static final String PATH = "/app" + PeerEndpoint.PATH;

	private static final String SECRET = "a secret of thirty-two characters";

	private final MessageCodec codec = new MessageCodec();

	private final MessageSigner signer = new MessageSigner(SECRET);

	private final AtomicLong clock = new AtomicLong(1_700_000_000_000L);

	private final List<Refusal> refusals = new ArrayList<>();

	private final List<Event> evicted = new ArrayList<>();

	private final CoherenceNode node = new CoherenceNode("me",
			new ProtocolTimings(Duration.ofSeconds(15), Duration.ofSeconds(60)),
			new LocalSide(new Copies(), new FreshnessWatermark(Duration.ofSeconds(15), System::nanoTime),
					new PendingCommits(() -> 0)),
			new Surroundings((address, message) -> new CompletableFuture<Answer>(), this.codec, (delay, task) -> {
			}, System::nanoTime, new Random(1)), Set::of, new CoherenceListener() {
			});

	private final PeerEndpoint endpoint = new PeerEndpoint(PATH, this.node, this.codec, this.signer, this.clock::get,
			this.refusals::add, 3);

	private long told;

	private int nonces;

	private final byte[] body = body(Event.keys("tickets", List.of(1)));

	private byte[] body(Event... events) {
		return this.codec.encode(new Message("peer", null, null, new Batch(this.told++, this.told, List.of(events)),
				this.told, null, false));
	}

	private Map<String, String> headers(byte[] body) {
		String time = Long.toString(this.clock.get());
		String nonce = "nonce-" + this.nonces++;
		Map<String, String> headers = new HashMap<>();
		headers.put("Content-Type", "application/json");
		headers.put(Headers.TIME, time);
		headers.put(Headers.NONCE, nonce);
		headers.put(Headers.SIGNATURE, this.signer.signMessage("POST", PATH, time, nonce, body));
		return headers;
	}

	private PeerEndpoint.Response post(Map<String, String> headers, byte[] body) {
		return this.endpoint.handle("POST", headers::get, body);
	}

	private void assertRefused(PeerEndpoint.Response response, int status, Refusal refusal) {
		assertThat(response.status()).isEqualTo(status);
		assertThat(this.refusals).containsExactly(refusal);
		assertThat(this.evicted).isEmpty();
	}

	@Test
	void genuineMessageIsAppliedAndTheAnswerSignedForItsNonce() {
		Map<String, String> headers = headers(this.body);
		PeerEndpoint.Response response = post(headers, this.body);
		assertThat(response.status()).isEqualTo(200);
		assertThat(this.evicted).containsExactly(Event.keys("tickets", List.of(1)));
		assertThat(this.codec.decodeAnswer(response.body()))
			.isEqualTo(new Answer(Outcome.APPLIED, "me", 0, 0, PendingAges.NONE, null));
		assertThat(response.headers()).containsEntry(Headers.SIGNATURE,
				this.signer.signAnswer("nonce-0", 200, response.body()));
		assertThat(this.refusals).isEmpty();
	}

	@Test
	void retrySignedAnewIsADuplicate() {
		post(headers(this.body), this.body);
		PeerEndpoint.Response response = post(headers(this.body), this.body);
		assertThat(response.status()).isEqualTo(200);
		assertThat(this.codec.decodeAnswer(response.body()).outcome()).isEqualTo(Outcome.DUPLICATE);
		assertThat(this.evicted).hasSize(1);
	}

	@Test
	void ownMessageIsAnsweredWithOurId() {
		byte[] own = this.codec
			.encode(new Message("me", null, null, new Batch(0, 1, List.of(Event.all("tickets"))), 1, null, false));
		PeerEndpoint.Response response = post(headers(own), own);
		assertThat(response.status()).isEqualTo(200);
		assertThat(this.codec.decodeAnswer(response.body()))
			.isEqualTo(new Answer(Outcome.SELF, "me", 0, 0, PendingAges.NONE, null));
		assertThat(this.evicted).isEmpty();
	}

	@Test
	void answerBringsWhatWasAskedFor() {
		this.node.publish(List.of(Event.all("tickets")));
		this.node.publish(List.of(Event.keys("zones", List.of(1L))));
		byte[] question = this.codec.encode(new Message("peer", null, null, new Batch(0, 0, List.of()), 0, 1L, false));
		PeerEndpoint.Response response = post(headers(question), question);
		assertThat(this.codec.decodeAnswer(response.body())).isEqualTo(new Answer(Outcome.APPLIED, "me", 0, 2,
				PendingAges.NONE, new Batch(1, 2, List.of(Event.keys("zones", List.of(1L))))));
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET", "PUT", "DELETE", "OPTIONS", "post" })
	void otherMethodIsRefused(String method) {
		assertRefused(this.endpoint.handle(method, headers(this.body)::get, this.body), 405, Refusal.METHOD);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "text/plain", "application/jsonp", "application/x-java-serialized-object" })
	void otherTypeIsRefused(String type) {
		Map<String, String> headers = headers(this.body);
		headers.put("Content-Type", type);
		assertRefused(post(headers, this.body), 415, Refusal.TYPE);
	}

	@Test
	void typeMayHaveParameters() {
		Map<String, String> headers = headers(this.body);
		headers.put("Content-Type", "Application/JSON; charset=utf-8");
		assertThat(post(headers, this.body).status()).isEqualTo(200);
	}

	@Test
	void longBodyIsRefused() {
		byte[] longBody = new byte[MessageCodec.MAX_BODY + 1];
		assertRefused(post(headers(longBody), longBody), 413, Refusal.SIZE);
	}

	@ParameterizedTest
	@ValueSource(strings = { Headers.TIME, Headers.NONCE, Headers.SIGNATURE })
	void missingOrChangedHeaderIsRefused(String header) {
		Map<String, String> headers = headers(this.body);
		headers.put(header, headers.get(header) + "1");
		assertRefused(post(headers, this.body), 401, Refusal.SIGNATURE);
		this.refusals.clear();
		headers.remove(header);
		assertRefused(post(headers, this.body), 401, Refusal.SIGNATURE);
	}

	@Test
	void changedBodyIsRefused() {
		assertRefused(post(headers(this.body), body(Event.all("tickets"))), 401, Refusal.SIGNATURE);
	}

	@Test
	void messageForAnotherPathIsRefused() {
		Map<String, String> headers = headers(this.body);
		headers.put(Headers.SIGNATURE, this.signer.signMessage("POST", "/other" + PeerEndpoint.PATH,
				headers.get(Headers.TIME), headers.get(Headers.NONCE), this.body));
		assertRefused(post(headers, this.body), 401, Refusal.SIGNATURE);
	}

	@Test
	void wrongSecretIsRefusedAndItsNonceNotRemembered() {
		Map<String, String> headers = headers(this.body);
		String genuine = headers.put(Headers.SIGNATURE, new MessageSigner("another secret of the same length")
			.signMessage("POST", PATH, headers.get(Headers.TIME), headers.get(Headers.NONCE), this.body));
		assertRefused(post(headers, this.body), 401, Refusal.SIGNATURE);
		headers.put(Headers.SIGNATURE, genuine);
		assertThat(post(headers, this.body).status()).isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(longs = { 30_001, -30_001, Long.MAX_VALUE / 2 })
	void skewedClockIsRefused(long skew) {
		Map<String, String> headers = headers(this.body);
		this.clock.addAndGet(skew);
		assertRefused(post(headers, this.body), 401, Refusal.CLOCK);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "now", "-9223372036854775808" })
	void timeThatIsNoneIsRefused(String time) {
		Map<String, String> headers = headers(this.body);
		headers.put(Headers.TIME, time);
		headers.put(Headers.SIGNATURE,
				this.signer.signMessage("POST", PATH, time, headers.get(Headers.NONCE), this.body));
		assertRefused(post(headers, this.body), 401, Refusal.CLOCK);
	}

	@Test
	void replayIsRefusedAsLongAsItsTimeIsGood() {
		Map<String, String> headers = headers(this.body);
		this.clock.addAndGet(-30_000);
		assertThat(post(headers, this.body).status()).isEqualTo(200);
		this.evicted.clear();
		assertRefused(post(headers, this.body), 409, Refusal.REPLAY);
		this.refusals.clear();
		this.clock.addAndGet(60_000);
		assertRefused(post(headers, this.body), 409, Refusal.REPLAY);
		this.refusals.clear();
		this.clock.addAndGet(1);
		assertRefused(post(headers, this.body), 401, Refusal.CLOCK);
	}

	@Test
	void moreMessagesThanCanBeRememberedAreRefused() {
		for (int i = 0; i < 3; i++) {
			post(headers(this.body), this.body);
		}
		this.evicted.clear();
		assertRefused(post(headers(this.body), this.body), 429, Refusal.LOAD);
		this.clock.addAndGet(60_001);
		assertThat(post(headers(this.body), this.body).status()).isEqualTo(200);
	}

	@Test
	void malformedBodyIsRefused() {
		byte[] malformed = "{}".getBytes(StandardCharsets.UTF_8);
		assertRefused(post(headers(malformed), malformed), 400, Refusal.MALFORMED);
	}

	@Test
	void unknownCacheIsRefusedAndTheOthersAreEvicted() {
		byte[] mixed = body(Event.all("unknown"), Event.all("tickets"));
		PeerEndpoint.Response response = post(headers(mixed), mixed);
		assertThat(response.status()).isEqualTo(422);
		assertThat(this.evicted).containsExactly(Event.all("tickets"));
		assertThat(this.refusals).containsExactly(Refusal.UNKNOWN_CACHE);
		assertThat(response.headers()).containsEntry(Headers.SIGNATURE,
				this.signer.signAnswer("nonce-0", 422, response.body()));
	}

	@Test
	void failureToEvictIsOurs() {
		byte[] failing = body(Event.all("failing"));
		assertRefused(post(headers(failing), failing), 500, Refusal.FAILURE);
	}

	@Test
	void refusalsBeforeTheSignatureAreNotSigned() {
		Map<String, String> headers = headers(this.body);
		headers.put(Headers.SIGNATURE, "forged");
		PeerEndpoint.Response response = post(headers, this.body);
		assertThat(response.headers()).doesNotContainKey(Headers.SIGNATURE);
		assertThat(response.body()).isEmpty();
	}

	@Test
	void servletFilterAnswersItsPathOnly() throws Exception {
		PeerEndpointFilter filter = new PeerEndpointFilter(PATH, () -> this.endpoint);
		assertThat(throughServletFilter(filter, PATH, this.body)).isEqualTo("200 passed=false");
		for (String path : List.of("/app", PATH + "/", PATH + ";x=1", PeerEndpoint.PATH, PATH.toUpperCase())) {
			assertThat(throughServletFilter(filter, path, this.body)).isEqualTo("200 passed=true");
		}
		assertThat(this.evicted).hasSize(1);
	}

	@Test
	void servletFilterReadsNoMoreThanItMust() throws Exception {
		byte[] endless = new byte[10 * MessageCodec.MAX_BODY];
		PeerEndpointFilter filter = new PeerEndpointFilter(PATH, () -> this.endpoint);
		MockHttpServletRequest request = servletRequest(PATH, endless);
		filter.doFilter(request, new MockHttpServletResponse(), new MockFilterChain());
		assertThat(request.getInputStream().readAllBytes()).hasSize(9 * MessageCodec.MAX_BODY - 1);
		assertThat(this.refusals).containsExactly(Refusal.SIZE);
	}

	@Test
	void filtersLetEverythingPassWhileThereIsNoEndpoint() throws Exception {
		assertThat(throughServletFilter(new PeerEndpointFilter(PATH, () -> null), PATH, this.body))
			.isEqualTo("200 passed=true");
		assertThat(throughWebFilter(new PeerEndpointWebFilter(PATH, () -> null), PATH, Flux.just(this.body)))
			.isEqualTo("null passed=true");
	}

	private MockHttpServletRequest servletRequest(String path, byte[] body) {
		MockHttpServletRequest request = new MockHttpServletRequest("POST", path);
		headers(body).forEach(request::addHeader);
		request.setContent(body);
		return request;
	}

	private String throughServletFilter(PeerEndpointFilter filter, String path, byte[] body) throws Exception {
		MockHttpServletResponse response = new MockHttpServletResponse();
		MockFilterChain chain = new MockFilterChain();
		filter.doFilter(servletRequest(path, body), response, chain);
		return response.getStatus() + " passed=" + (chain.getRequest() != null);
	}

	@Test
	void webFilterAnswersItsPathOnly() {
		PeerEndpointWebFilter filter = new PeerEndpointWebFilter(PATH, () -> this.endpoint);
		assertThat(throughWebFilter(filter, PATH, Flux.just(this.body))).isEqualTo("200 OK passed=false");
		for (String path : List.of("/app", PATH + "/", PATH + ";x=1", PeerEndpoint.PATH)) {
			assertThat(throughWebFilter(filter, path, Flux.just(this.body))).isEqualTo("null passed=true");
		}
		assertThat(this.evicted).hasSize(1);
	}

	@Test
	void webFilterReadsNoMoreThanItMust() {
		PeerEndpointWebFilter filter = new PeerEndpointWebFilter(PATH, () -> this.endpoint);
		AtomicLong chunks = new AtomicLong();
		Flux<byte[]> endless = Flux.generate((sink) -> {
			chunks.incrementAndGet();
			sink.next(new byte[1024]);
		});
		assertThat(throughWebFilter(filter, PATH, endless)).startsWith("413 ");
		assertThat(chunks.get()).isLessThan(100);
		assertThat(throughWebFilter(filter, PATH, Flux.empty())).startsWith("401 ");
	}

	private String throughWebFilter(PeerEndpointWebFilter filter, String path, Flux<byte[]> body) {
		Flux<DataBuffer> buffers = body.map(DefaultDataBufferFactory.sharedInstance::wrap);
		MockServerHttpRequest.BodyBuilder request = MockServerHttpRequest
			.method(org.springframework.http.HttpMethod.POST, URI.create(path));
		headers(this.body).forEach(request::header);
		MockServerWebExchange exchange = MockServerWebExchange.from(request.body(buffers));
		boolean[] passed = new boolean[1];
		filter.filter(exchange, (passing) -> Mono.fromRunnable(() -> passed[0] = true)).block(Duration.ofSeconds(20));
		return exchange.getResponse().getStatusCode() + " passed=" + passed[0];
	}

	private final class Copies implements LocalCopies {

		@Override
		public boolean knows(String cache) {
			return !cache.equals("unknown");
		}

		@Override
		public void evict(List<Event> events) {
			if (events.stream().anyMatch((event) -> event.cache().equals("failing"))) {
				throw new IllegalStateException("failing");
			}
			events.stream().filter((event) -> knows(event.cache())).forEach(PeerEndpointTests.this.evicted::add);
		}

		@Override
		public void withhold(List<Event> events) {
		}

		@Override
		public void release(List<Event> events) {
		}

	}

}
