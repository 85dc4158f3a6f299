package io.perfstarter.coherence.transport;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
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
 * Carries messages to peers over HTTP, on threads of its own and with the JDK's client,
 * which the application's observations do not see.
 */
public final class HttpPeerNetwork implements PeerNetwork, AutoCloseable {

	private static final Log logger = LogFactory.getLog(HttpPeerNetwork.class);

	private static final int LONGEST_ANSWER = 4 * 1024;

	private final MessageCodec codec;

	private final MessageSigner signer;

	private final LongSupplier clock;

	private final Duration readTimeout;

	private final Duration timeout;

	private final Executor executor;

	private final ScheduledExecutorService timer;

	private final HttpClient client;

	private final SecureRandom random = new SecureRandom();

	private final Set<Future<?>> exchanges = ConcurrentHashMap.newKeySet();

	/**
	 * Creates a network.
	 * @param connectTimeout the longest time for connecting
	 * @param readTimeout the longest time to wait for an answer after that
	 * @param sslContext whom to trust, {@code null} for the JDK's default
	 * @param executor threads to send and to read answers with, which must not run out
	 * @param timer watches over timeouts
	 */
	public HttpPeerNetwork(MessageCodec codec, MessageSigner signer, LongSupplier clock, Duration connectTimeout,
			Duration readTimeout, @Nullable SSLContext sslContext, Executor executor, ScheduledExecutorService timer) {
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
			.executor(executor);
		this.client = ((sslContext != null) ? builder.sslContext(sslContext) : builder).build();
	}

	@Override
	public CompletionStage<Answer> send(URI address, Message message) {
		return CompletableFuture.supplyAsync(() -> this.codec.encode(message), this.executor)
			.thenCompose((body) -> exchange(address, body));
	}

	private CompletionStage<Answer> exchange(URI address, byte[] body) {
		String time = Long.toString(this.clock.getAsLong());
		String nonce = nonce();
		HttpRequest request = HttpRequest.newBuilder(address)
			.timeout(this.readTimeout)
			.header("Content-Type", PeerEndpoint.CONTENT_TYPE)
			.header(Headers.TIME, time)
			.header(Headers.NONCE, nonce)
			.header(Headers.SIGNATURE, this.signer.signMessage("POST", address.getRawPath(), time, nonce, body))
			.POST(BodyPublishers.ofByteArray(body))
			.build();
		CompletableFuture<HttpResponse<byte[]>> exchange = this.client.sendAsync(request, HttpPeerNetwork::shortBody);
		this.exchanges.add(exchange);
		// The timeout of the request ends with the headers of the answer.
		Future<?> timeout = this.timer.schedule(() -> exchange.cancel(true), this.timeout.toMillis(),
				TimeUnit.MILLISECONDS);
		return exchange.whenComplete((response, failure) -> {
			timeout.cancel(false);
			this.exchanges.remove(exchange);
		}).thenApply((response) -> answer(response, nonce));
	}

	private String nonce() {
		byte[] nonce = new byte[16];
		this.random.nextBytes(nonce);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(nonce);
	}

	private static BodySubscriber<byte[]> shortBody(ResponseInfo response) {
		long length = response.headers().firstValueAsLong("Content-Length").orElse(Long.MAX_VALUE);
		return (length <= LONGEST_ANSWER) ? BodySubscribers.ofByteArray() : BodySubscribers.replacing(new byte[0]);
	}

	private Answer answer(HttpResponse<byte[]> response, String nonce) {
		int status = response.statusCode();
		return switch (status) {
			case 200, 422 -> genuine(response, nonce);
			case 401, 403 -> Answer.of(Outcome.UNAUTHORIZED);
			case 404 -> Answer.of(Outcome.ABSENT);
			default -> Answer.of((status >= 500) ? Outcome.UNREACHABLE : Outcome.REFUSED);
		};
	}

	private Answer genuine(HttpResponse<byte[]> response, String nonce) {
		String expected = this.signer.signAnswer(nonce, response.statusCode(), response.body());
		String actual = response.headers().firstValue(Headers.SIGNATURE).orElse("");
		return MessageSigner.same(expected, actual) ? this.codec.decodeAnswer(response.body())
				: Answer.of(Outcome.FORGED);
	}

	/**
	 * Breaks off what is under way.
	 */
	@Override
	public void close() {
		this.exchanges.forEach((exchange) -> exchange.cancel(true));
		// From JDK 21 on; before, the client ends when nobody refers to it.
		if (this.client instanceof AutoCloseable closeable) {
			try {
				closeable.close();
			}
			catch (Exception ex) {
				logger.debug("The HTTP client could not be closed", ex);
			}
		}
	}

}
