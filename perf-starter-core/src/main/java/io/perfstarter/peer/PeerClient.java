package io.perfstarter.peer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

import io.perfstarter.support.DaemonThreads;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sends signed messages to peers over HTTP with the JDK's client on separate threads, so
 * that the application does not observe them. Thread-safe.
 */
final class PeerClient implements PeerSender {

	private static final Log logger = LogFactory.getLog(PeerClient.class);

	private final MessageSigner signer;

	private final LongSupplier clock;

	private final Duration readTimeout;

	private final Duration timeout;

	private final ExecutorService senders;

	private final ScheduledExecutorService timer;

	private final HttpClient client;

	private final SecureRandom random = new SecureRandom();

	private final Set<Future<?>> exchanges = ConcurrentHashMap.newKeySet();

	/**
	 * Creates a client.
	 * @param signer signs messages and verifies answers
	 * @param clock the wall-clock time in milliseconds
	 * @param connectTimeout the maximum time to connect
	 * @param readTimeout the maximum time to connect and receive the head of an answer
	 * @param sslContext the TLS context, {@code null} for the JDK's default
	 * @param timer ends exchanges that take too long; the caller stops it
	 * @param threads the start of the names of the threads, after {@code perf-starter-}
	 */
	PeerClient(MessageSigner signer, LongSupplier clock, Duration connectTimeout, Duration readTimeout,
			@Nullable SSLContext sslContext, ScheduledExecutorService timer, String threads) {
		this.signer = signer;
		this.clock = clock;
		this.readTimeout = readTimeout;
		this.timeout = connectTimeout.plus(readTimeout);
		this.timer = timer;
		// Without a limit, because each peer is sent one message at a time.
		this.senders = new ThreadPoolExecutor(0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(),
				new DaemonThreads(threads + "-sender"));
		HttpClient.Builder builder = HttpClient.newBuilder()
			.version(HttpClient.Version.HTTP_1_1)
			.connectTimeout(connectTimeout)
			.proxy(HttpClient.Builder.NO_PROXY)
			.executor(this.senders);
		this.client = ((sslContext != null) ? builder.sslContext(sslContext) : builder).build();
	}

	@Override
	public CompletionStage<PeerAnswer> send(URI address, Supplier<byte[]> message) {
		CompletableFuture<PeerAnswer> answer = new CompletableFuture<>();
		Future<?> exchange = this.senders.submit(() -> exchange(address, message, answer));
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
	private void exchange(URI address, Supplier<byte[]> message, CompletableFuture<PeerAnswer> answer) {
		try {
			String nonce = nonce();
			HttpResponse<byte[]> response = this.client.send(request(address, nonce, message.get()),
					(head) -> new LimitedBody());
			answer.complete(new PeerAnswer(response.statusCode(), isGenuine(response, nonce) ? response.body() : null));
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
			.header(MessageSigner.TIME, time)
			.header(MessageSigner.NONCE, nonce)
			.header(MessageSigner.SIGNATURE, this.signer.signMessage("POST", address.getRawPath(), time, nonce, body))
			.POST(BodyPublishers.ofByteArray(body))
			.build();
	}

	private String nonce() {
		byte[] nonce = new byte[16];
		this.random.nextBytes(nonce);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(nonce);
	}

	private boolean isGenuine(HttpResponse<byte[]> response, String nonce) {
		return response.body().length <= PeerTransport.MAX_BODY
				&& MessageSigner.same(this.signer.signAnswer(nonce, response.statusCode(), response.body()),
						response.headers().firstValue(MessageSigner.SIGNATURE).orElse(""));
	}

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
		this.senders.shutdownNow();
	}

	/**
	 * Reads the body of a response up to a limit and one byte more, which shows that the
	 * body is too long. Then it cancels the rest, which closes the connection. Not
	 * thread-safe: the client calls one method at a time.
	 */
	private static final class LimitedBody implements BodySubscriber<byte[]> {

		private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

		private final CompletableFuture<byte[]> body = new CompletableFuture<>();

		private Runnable cancellation = () -> {
		};

		@Override
		public CompletionStage<byte[]> getBody() {
			return this.body;
		}

		@Override
		public void onSubscribe(Subscription subscription) {
			this.cancellation = subscription::cancel;
			subscription.request(Long.MAX_VALUE);
		}

		@Override
		public void onNext(List<ByteBuffer> parts) {
			for (ByteBuffer part : parts) {
				byte[] more = new byte[Math.min(part.remaining(), PeerTransport.MAX_BODY + 1 - this.bytes.size())];
				part.get(more);
				this.bytes.writeBytes(more);
			}
			if (this.bytes.size() > PeerTransport.MAX_BODY) {
				this.cancellation.run();
				onComplete();
			}
		}

		@Override
		public void onError(Throwable failure) {
			this.body.completeExceptionally(failure);
		}

		@Override
		public void onComplete() {
			this.body.complete(this.bytes.toByteArray());
		}

	}

}
