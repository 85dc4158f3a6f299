package io.perfstarter.coherence.transport;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import javax.net.ssl.SSLContext;

import io.perfstarter.coherence.protocol.Answer;
import io.perfstarter.coherence.protocol.Message;
import io.perfstarter.coherence.protocol.Outcome;
import io.perfstarter.coherence.protocol.PeerNetwork;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages to peers over HTTP with the JDK's client on separate threads, so that
 * the application does not observe them. Thread-safe.
 */
public final class HttpPeerNetwork implements PeerNetwork, AutoCloseable {

	private static final Log logger = LogFactory.getLog(HttpPeerNetwork.class);

	private final MessageCodec codec;

	private final MessageSigner signer;

	private final LongSupplier clock;

	private final Duration readTimeout;

	private final Duration timeout;

	private final ExecutorService executor;

	private final ScheduledExecutorService timer;

	private final HttpClient client;

	private final SecureRandom random = new SecureRandom();

	private final Set<Future<?>> exchanges = ConcurrentHashMap.newKeySet();

	/**
	 * Creates a network.
	 * @param codec encodes messages and decodes responses
	 * @param signer signs messages and verifies responses
	 * @param clock the wall-clock time in milliseconds
	 * @param connectTimeout the maximum time to connect
	 * @param readTimeout the maximum time to wait for a response after that
	 * @param sslContext the TLS context, {@code null} for the JDK's default
	 * @param executor threads that send messages and read responses, without a limit
	 * @param timer schedules timeouts
	 */
	public HttpPeerNetwork(MessageCodec codec, MessageSigner signer, LongSupplier clock, Duration connectTimeout,
			Duration readTimeout, @Nullable SSLContext sslContext, ExecutorService executor,
			ScheduledExecutorService timer) {
		this.codec = codec;
		this.signer = signer;
		this.clock = clock;
		this.readTimeout = readTimeout;
		this.timeout = connectTimeout.plus(readTimeout);
		this.executor = executor;
		this.timer = timer;
		HttpClient.Builder builder = HttpClient.newBuilder()
			.version(HttpClient.Version.HTTP_1_1)
			.connectTimeout(connectTimeout)
			.proxy(HttpClient.Builder.NO_PROXY)
			.executor(executor);
		this.client = ((sslContext != null) ? builder.sslContext(sslContext) : builder).build();
	}

	@Override
	public CompletionStage<Answer> send(URI address, Message message) {
		CompletableFuture<Answer> answer = new CompletableFuture<>();
		Future<?> exchange = this.executor.submit(() -> exchange(address, message, answer));
		this.exchanges.add(exchange);
		// The timeout of the JDK's request covers only the headers of the response.
		Future<?> timeout = this.timer.schedule(() -> {
			exchange.cancel(true);
			answer.completeExceptionally(
					new HttpTimeoutException("The response was not complete within the read timeout"));
		}, this.timeout.toMillis(), TimeUnit.MILLISECONDS);
		return answer.whenComplete((result, failure) -> {
			timeout.cancel(false);
			this.exchanges.remove(exchange);
		});
	}

	// Blocks a separate thread, because asynchronous responses of the client complete in
	// the common pool, which the application's tasks may occupy.
	private void exchange(URI address, Message message, CompletableFuture<Answer> answer) {
		try {
			String nonce = nonce();
			HttpRequest request = request(address, nonce, this.codec.encode(message));
			answer.complete(
					answer(this.client.send(request, (response) -> new LimitedBody(MessageCodec.MAX_BODY)), nonce));
		}
		catch (IOException | InterruptedException | RuntimeException ex) {
			answer.completeExceptionally(ex);
		}
	}

	private HttpRequest request(URI address, String nonce, byte[] body) {
		String time = Long.toString(this.clock.getAsLong());
		return HttpRequest.newBuilder(address)
			.timeout(this.readTimeout)
			.header("Content-Type", PeerEndpoint.CONTENT_TYPE)
			.header(Headers.TIME, time)
			.header(Headers.NONCE, nonce)
			.header(Headers.SIGNATURE, this.signer.signMessage("POST", address.getRawPath(), time, nonce, body))
			.POST(BodyPublishers.ofByteArray(body))
			.build();
	}

	private String nonce() {
		byte[] nonce = new byte[16];
		this.random.nextBytes(nonce);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(nonce);
	}

	private Answer answer(HttpResponse<byte[]> response, String nonce) {
		int status = response.statusCode();
		return switch (status) {
			case 200, 422 -> genuine(response, nonce);
			case 401, 403 -> Answer.of(Outcome.UNAUTHORIZED);
			case 404 -> Answer.of(Outcome.ABSENT);
			case 421 -> Answer.of(Outcome.MISDIRECTED);
			default -> Answer.of((status >= 500) ? Outcome.UNREACHABLE : Outcome.REFUSED);
		};
	}

	private Answer genuine(HttpResponse<byte[]> response, String nonce) {
		if (response.body().length > MessageCodec.MAX_BODY) {
			return Answer.of(Outcome.FORGED);
		}
		String expected = this.signer.signAnswer(nonce, response.statusCode(), response.body());
		String actual = response.headers().firstValue(Headers.SIGNATURE).orElse("");
		return MessageSigner.same(expected, actual) ? this.codec.decodeAnswer(response.body())
				: Answer.of(Outcome.FORGED);
	}

	/**
	 * Aborts messages in flight.
	 */
	@Override
	public void close() {
		this.exchanges.forEach((exchange) -> exchange.cancel(true));
		// Available on JDK 21 and later; before, the client stops when it is
		// garbage-collected.
		if (this.client instanceof AutoCloseable closeable) {
			try {
				closeable.close();
			}
			catch (Exception ex) {
				logger.debug("Could not close the HTTP client", ex);
			}
		}
	}

}
