package io.perfstarter.warmup;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;

/**
 * Makes calls over HTTP to the own port, with the JDK's client, which the application's
 * observations do not see. Thread-safe.
 */
final class HttpCaller implements Caller {

	private final URI base;

	private final String nonce;

	private final Random random;

	private final Clock today;

	private final HttpClient client;

	/**
	 * Creates a caller.
	 * @param base where the application is, with the context path and without a slash at
	 * the end
	 * @param nonce by which the application knows its own calls
	 * @param sslContext whom to trust, {@code null} if the port speaks plain HTTP
	 * @param threads platform threads to read answers with
	 * @param random for the placeholders
	 * @param today for the placeholders
	 */
	HttpCaller(URI base, String nonce, @Nullable SSLContext sslContext, Executor threads, Random random, Clock today) {
		this.base = base;
		this.nonce = nonce;
		this.random = random;
		this.today = today;
		HttpClient.Builder builder = HttpClient.newBuilder()
			.version(HttpClient.Version.HTTP_1_1)
			.proxy(HttpClient.Builder.NO_PROXY)
			.executor(threads);
		this.client = ((sslContext != null) ? builder.sslContext(sslContext) : builder).build();
	}

	/**
	 * Makes a call. The timeout is not left to the request, which watches over nothing
	 * but the headers of the answer.
	 */
	@Override
	public Answer call(WarmupCall call, Duration timeout) throws IOException, TimeoutException, InterruptedException {
		BodyHandler<String> body = (call.expected().body() != null) ? BodyHandlers.ofString()
				: BodyHandlers.replacing("");
		CompletableFuture<HttpResponse<String>> exchange = this.client.sendAsync(request(call), body);
		try {
			HttpResponse<String> response = exchange.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
			return new Answer(response.statusCode(), response.body());
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
		return template.fill(this.random::nextInt, LocalDate.now(this.today),
				(value) -> (encoded) ? URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20") : value);
	}

}
