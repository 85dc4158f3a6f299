package io.perfstarter.warmup.run;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;

/**
 * Sends warm-up requests to the server of this application with the JDK's HTTP client,
 * which the application does not observe. Thread-safe.
 */
final class HttpWarmupClient implements WarmupClient {

	private final URI base;

	private final String nonce;

	private final Clock today;

	private final HttpClient client;

	private final ExecutorService threads;

	/**
	 * Creates the client.
	 * @param base the base URI of the application, with the context path and without a
	 * trailing slash
	 * @param nonce the secret that identifies warm-up requests
	 * @param sslContext the TLS context, {@code null} for plain HTTP
	 * @param threads platform threads that send the requests and read the responses
	 * @param today the clock for dates in placeholders
	 */
	HttpWarmupClient(URI base, String nonce, @Nullable SSLContext sslContext, ExecutorService threads, Clock today) {
		this.base = base;
		this.nonce = nonce;
		this.threads = threads;
		this.today = today;
		HttpClient.Builder builder = HttpClient.newBuilder()
			.version(HttpClient.Version.HTTP_1_1)
			.proxy(HttpClient.Builder.NO_PROXY)
			.executor(threads);
		this.client = ((sslContext != null) ? builder.sslContext(sslContext) : builder).build();
	}

	/**
	 * {@inheritDoc}
	 * <p>
	 * The timeout of the JDK's request is not used, because it covers only the headers of
	 * the response. Asynchronous responses of the client are not used, because they
	 * complete in the common pool, which tasks of the application may occupy.
	 */
	@Override
	public int call(WarmupCall call, Duration timeout) throws IOException, TimeoutException, InterruptedException {
		HttpRequest request = request(call);
		Future<Integer> exchange = this.threads
			.submit(() -> this.client.send(request, BodyHandlers.discarding()).statusCode());
		try {
			return exchange.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (ExecutionException ex) {
			throw (ex.getCause() instanceof IOException failure) ? failure : new IOException(ex.getCause());
		}
		finally {
			exchange.cancel(true);
		}
	}

	private HttpRequest request(WarmupCall call) {
		URI address = URI.create(this.base + fill(call.path(), true));
		HttpRequest.Builder builder = HttpRequest.newBuilder(address).method(call.method(), body(call));
		call.headers().forEach(builder::setHeader);
		return builder.setHeader(WarmupState.HEADER, this.nonce).build();
	}

	private BodyPublisher body(WarmupCall call) {
		return (call.body() != null) ? BodyPublishers.ofString(fill(call.body(), false)) : BodyPublishers.noBody();
	}

	private String fill(Template template, boolean encoded) {
		return template.fill(ThreadLocalRandom.current()::nextInt, LocalDate.now(this.today),
				(value) -> (encoded) ? URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20") : value);
	}

}
