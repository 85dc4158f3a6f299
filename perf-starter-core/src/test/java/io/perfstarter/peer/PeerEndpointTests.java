package io.perfstarter.peer;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

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

	private static final String BELOW = "/peers/events";

	private static final String PATH = "/app" + BELOW;

	private static final String SECRET = "a secret of thirty-two characters";

	private final MessageSigner signer = new MessageSigner(SECRET);

	private final AtomicLong clock = new AtomicLong(1_700_000_000_000L);

	private final List<Refusal> refusals = new ArrayList<>();

	private final List<String> handled = new ArrayList<>();

	private final PeerEndpoint endpoint = new PeerEndpoint(PATH, this::answer, this.signer, this.clock::get,
			this.refusals::add, 3);

	private int nonces;

	private final byte[] body = bytes("message");

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private PeerAnswer answer(byte[] body) {
		String message = new String(body, StandardCharsets.UTF_8);
		this.handled.add(message);
		return switch (message) {
			case "failing" -> throw new IllegalStateException("failing");
			case "rejected" -> new PeerAnswer(422, bytes("rejected"));
			case "unsigned" -> new PeerAnswer(400, null);
			default -> new PeerAnswer(200, bytes("answer"));
		};
	}

	private Map<String, String> headers(byte[] body) {
		String time = Long.toString(this.clock.get());
		String nonce = "nonce-" + this.nonces++;
		Map<String, String> headers = new HashMap<>();
		headers.put("Content-Type", "application/json");
		headers.put(MessageSigner.TIME, time);
		headers.put(MessageSigner.NONCE, nonce);
		headers.put(MessageSigner.SIGNATURE, this.signer.signMessage("POST", PATH, time, nonce, body));
		return headers;
	}

	private PeerEndpoint.Response post(Map<String, String> headers, byte[] body) {
		return this.endpoint.handle("POST", headers::get, body);
	}

	private void assertRefused(PeerEndpoint.Response response, int status, Refusal refusal) {
		assertThat(response.status()).isEqualTo(status);
		assertThat(this.refusals).containsExactly(refusal);
		assertThat(this.handled).isEmpty();
	}

	@Test
	void genuineMessageIsHandledAndTheAnswerSignedForItsNonce() {
		PeerEndpoint.Response response = post(headers(this.body), this.body);
		assertThat(response.status()).isEqualTo(200);
		assertThat(this.handled).containsExactly("message");
		assertThat(response.body()).isEqualTo(bytes("answer"));
		assertThat(response.headers()).containsEntry(MessageSigner.SIGNATURE,
				this.signer.signAnswer("nonce-0", 200, response.body()));
		assertThat(this.refusals).isEmpty();
	}

	@Test
	void statusOfTheHandlerIsSigned() {
		byte[] rejected = bytes("rejected");
		PeerEndpoint.Response response = post(headers(rejected), rejected);
		assertThat(response.status()).isEqualTo(422);
		assertThat(response.headers()).containsEntry(MessageSigner.SIGNATURE,
				this.signer.signAnswer("nonce-0", 422, response.body()));
	}

	@Test
	void answerWithoutABodyIsNotSigned() {
		byte[] unsigned = bytes("unsigned");
		PeerEndpoint.Response response = post(headers(unsigned), unsigned);
		assertThat(response.status()).isEqualTo(400);
		assertThat(response.headers()).isEmpty();
		assertThat(response.body()).isEmpty();
	}

	@Test
	void failureOfTheHandlerIsOurs() {
		byte[] failing = bytes("failing");
		PeerEndpoint.Response response = post(headers(failing), failing);
		assertThat(response.status()).isEqualTo(500);
		assertThat(this.refusals).containsExactly(Refusal.FAILURE);
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
		byte[] longBody = new byte[PeerTransport.MAX_BODY + 1];
		assertRefused(post(headers(longBody), longBody), 413, Refusal.SIZE);
	}

	@ParameterizedTest
	@ValueSource(strings = { MessageSigner.TIME, MessageSigner.NONCE, MessageSigner.SIGNATURE })
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
		assertRefused(post(headers(this.body), bytes("another")), 401, Refusal.SIGNATURE);
	}

	@Test
	void messageForAnotherPathIsRefused() {
		Map<String, String> headers = headers(this.body);
		headers.put(MessageSigner.SIGNATURE, this.signer.signMessage("POST", "/other" + BELOW,
				headers.get(MessageSigner.TIME), headers.get(MessageSigner.NONCE), this.body));
		assertRefused(post(headers, this.body), 401, Refusal.SIGNATURE);
	}

	@Test
	void wrongSecretIsRefusedAndItsNonceNotRemembered() {
		Map<String, String> headers = headers(this.body);
		String genuine = headers.put(MessageSigner.SIGNATURE, new MessageSigner("another secret of the same length")
			.signMessage("POST", PATH, headers.get(MessageSigner.TIME), headers.get(MessageSigner.NONCE), this.body));
		assertRefused(post(headers, this.body), 401, Refusal.SIGNATURE);
		headers.put(MessageSigner.SIGNATURE, genuine);
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
		headers.put(MessageSigner.TIME, time);
		headers.put(MessageSigner.SIGNATURE,
				this.signer.signMessage("POST", PATH, time, headers.get(MessageSigner.NONCE), this.body));
		assertRefused(post(headers, this.body), 401, Refusal.CLOCK);
	}

	@Test
	void replayIsRefusedAsLongAsItsTimeIsGood() {
		Map<String, String> headers = headers(this.body);
		this.clock.addAndGet(-30_000);
		assertThat(post(headers, this.body).status()).isEqualTo(200);
		this.handled.clear();
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
		this.handled.clear();
		assertRefused(post(headers(this.body), this.body), 429, Refusal.LOAD);
		this.clock.addAndGet(60_001);
		assertThat(post(headers(this.body), this.body).status()).isEqualTo(200);
	}

	@Test
	void refusalsBeforeTheSignatureAreNotSigned() {
		Map<String, String> headers = headers(this.body);
		headers.put(MessageSigner.SIGNATURE, "forged");
		PeerEndpoint.Response response = post(headers, this.body);
		assertThat(response.headers()).doesNotContainKey(MessageSigner.SIGNATURE);
		assertThat(response.body()).isEmpty();
	}

	@Test
	void servletFilterAnswersItsPathOnly() throws Exception {
		PeerEndpointFilter filter = new PeerEndpointFilter(PATH, () -> this.endpoint);
		assertThat(throughServletFilter(filter, PATH, this.body)).isEqualTo("200 passed=false");
		for (String path : List.of("/app", PATH + "/", PATH + ";x=1", BELOW, PATH.toUpperCase())) {
			assertThat(throughServletFilter(filter, path, this.body)).isEqualTo("200 passed=true");
		}
		assertThat(this.handled).hasSize(1);
	}

	@Test
	void servletFilterReadsNoMoreThanItMust() throws Exception {
		byte[] endless = new byte[10 * PeerTransport.MAX_BODY];
		PeerEndpointFilter filter = new PeerEndpointFilter(PATH, () -> this.endpoint);
		MockHttpServletRequest request = servletRequest(PATH, endless);
		filter.doFilter(request, new MockHttpServletResponse(), new MockFilterChain());
		assertThat(request.getInputStream().readAllBytes()).hasSize(9 * PeerTransport.MAX_BODY - 1);
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
		for (String path : List.of("/app", PATH + "/", PATH + ";x=1", BELOW)) {
			assertThat(throughWebFilter(filter, path, Flux.just(this.body))).isEqualTo("null passed=true");
		}
		assertThat(this.handled).hasSize(1);
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

}
