package io.perfstarter.warmup.autoconfigure;

import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

import io.perfstarter.warmup.run.Template;
import io.perfstarter.warmup.run.WarmupCall;
import io.perfstarter.warmup.run.WarmupSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.io.ResourceLoader;

/**
 * Configuration properties of the warm-up.
 *
 * @param enabled Whether to warm up. By default only with a request, a shutdown delay,
 * the mode training or a WarmupTask bean, and not with Spring Boot DevTools. Without
 * these four, true only fills the connection pools.
 * @param mode Purpose of the warm-up: auto warms up this instance; training sends each
 * request 'min-requests' times and exits the application, so that the JDK writes its AOT
 * cache.
 * @param timeout Maximum duration of the whole warm-up.
 * @param minRequests Minimum number of times that each request is sent; the maximum is
 * four times as high.
 * @param rejectUntilWarm Whether requests are rejected with 503 until the instance is
 * warm. Requests of the warm-up, of peer instances and to Actuator pass.
 * @param shutdownDelay Time that the instance keeps serving requests at shutdown, after
 * it has become unready and deregistered.
 * @param requests Warm-up requests, each with name, method, path, headers, body,
 * assume-safe and expect.status.
 */
@ConfigurationProperties(WarmupProperties.PREFIX)
public record WarmupProperties(@Nullable Boolean enabled, @DefaultValue("auto") Mode mode,
		@DefaultValue("30s") Duration timeout, @DefaultValue("500") int minRequests,
		@DefaultValue("false") boolean rejectUntilWarm, @DefaultValue("0s") Duration shutdownDelay,
		@DefaultValue List<Call> requests) {

	static final String PREFIX = "perf-starter.warmup";

	private static final int MOST = 4;

	private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);

	private static final int BURST = 50;

	public WarmupProperties {
		check(!timeout.isNegative() && !timeout.isZero(), "timeout", timeout,
				"It must be longer than zero; 30s is the default.");
		check(minRequests >= 1 && minRequests <= Integer.MAX_VALUE / MOST, "min-requests", minRequests,
				"Write a number from 1 to %d; 500 is the default.".formatted(Integer.MAX_VALUE / MOST));
		check(!shutdownDelay.isNegative(), "shutdown-delay", shutdownDelay,
				"It must not be negative; 0s is the default.");
	}

	private static void check(boolean valid, String name, @Nullable Object value, String reason) {
		if (!valid) {
			throw new InvalidConfigurationPropertyValueException(PREFIX + "." + name, value, reason);
		}
	}

	/**
	 * Returns a parsed value.
	 * @param reason why it is invalid, with a placeholder for the message of the parser
	 */
	private static <T> T parse(String name, Object value, String reason, Callable<T> parser) {
		try {
			return parser.call();
		}
		catch (Exception ex) {
			throw new InvalidConfigurationPropertyValueException(PREFIX + "." + name, value,
					reason.formatted(ex.getMessage()));
		}
	}

	/**
	 * Returns the settings. A longer warm-up allows longer calls. Half of the processors
	 * make concurrent calls, so that the other half is free for the JIT compiler.
	 */
	WarmupSettings settings() {
		Duration part = this.timeout.dividedBy(6);
		return new WarmupSettings(this.timeout, (part.compareTo(REQUEST_TIMEOUT) > 0) ? part : REQUEST_TIMEOUT,
				this.minRequests, (this.mode == Mode.TRAINING) ? this.minRequests : this.minRequests * MOST, BURST,
				Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
	}

	/**
	 * Returns the configured warm-up requests, validated.
	 * @param resources loads bodies
	 */
	List<WarmupCall> calls(ResourceLoader resources) {
		Set<String> names = new HashSet<>();
		return IntStream.range(0, this.requests.size()).mapToObj((index) -> {
			String prefix = "requests[" + index + "].";
			WarmupCall call = this.requests.get(index).read(prefix, resources);
			check(names.add(call.name()), prefix + "name", call.name(),
					"Another request has this name; names must be unique.");
			return call;
		}).toList();
	}

	/**
	 * The purpose of the warm-up.
	 */
	enum Mode {

		AUTO, TRAINING

	}

	/**
	 * One warm-up request.
	 *
	 * @param name Name in the log and in the endpoint. Method and path by default.
	 * @param method HTTP method.
	 * @param path Path and query below the context path, with placeholders such as
	 * {range:1..20}, {list:7,42} and {date:-30..0}, whose value changes with each
	 * request.
	 * @param headers Headers of the request.
	 * @param body Body, or the location of a resource with the body, starting with
	 * 'classpath:' or 'file:'. May contain placeholders.
	 * @param assumeSafe Whether the request is sent although its method is not GET, HEAD
	 * or OPTIONS.
	 * @param expect Definition of a successful response.
	 */
	record Call(@Nullable String name, @DefaultValue("GET") String method, @Nullable String path,
			@DefaultValue Map<String, String> headers, @Nullable String body, @DefaultValue("false") boolean assumeSafe,
			@DefaultValue Expect expect) {

		private static final List<String> METHODS = List.of("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE");

		// The methods that are safe according to RFC 9110, section 9.2.1.
		private static final List<String> SAFE_METHODS = METHODS.subList(0, 3);

		private WarmupCall read(String prefix, ResourceLoader resources) {
			check(this.path != null && this.path.startsWith("/"), prefix + "path", this.path,
					"Write the path below the context path; it must start with a slash.");
			String method = this.method.toUpperCase(Locale.ROOT);
			check(METHODS.contains(method), prefix + "method", this.method,
					"It is not an HTTP method: write one of " + String.join(", ", METHODS) + ".");
			check(this.assumeSafe || SAFE_METHODS.contains(method), prefix + "method", this.method,
					"This method may change data, and the request is sent many times at each start. If repeating it is harmless, set '"
							+ PREFIX + "." + prefix + "assume-safe: true'.");
			Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
			if (this.body != null) {
				headers.put("Content-Type", "application/json");
			}
			headers.putAll(this.headers);
			// Leaves out the value, which may be a secret.
			headers.forEach((header, value) -> parse(prefix + "headers", header,
					"The JDK's HTTP client rejects this header or its value; remove or change it.",
					() -> HttpRequest.newBuilder().header(header, value)));
			Template path = template(prefix + "path", String.valueOf(this.path));
			parse(prefix + "path", path, "It is not a valid URI path (%s); percent-encode special characters.",
					() -> URI.create("http://localhost" + path.example()));
			this.expect.check(prefix);
			return new WarmupCall((this.name != null) ? this.name : method + " " + this.path, method, path, headers,
					(this.body != null) ? template(prefix + "body", load(prefix, this.body, resources)) : null,
					this.expect.status());
		}

		private static Template template(String name, String text) {
			return parse(name, text, "%s.", () -> Template.of(text));
		}

		private static String load(String prefix, String body, ResourceLoader resources) {
			return (body.startsWith("classpath:") || body.startsWith("file:"))
					? parse(prefix + "body", body, "Could not read the body: %s.",
							() -> resources.getResource(body).getContentAsString(StandardCharsets.UTF_8))
					: body;
		}

	}

	/**
	 * The definition of a successful response.
	 *
	 * @param status Status codes of a successful response. All from 200 to 299 by
	 * default.
	 */
	record Expect(@DefaultValue Set<Integer> status) {

		private static final int LOWEST = 200;

		private static final int HIGHEST = 599;

		private void check(String prefix) {
			for (Integer status : this.status) {
				WarmupProperties.check(status >= LOWEST && status <= HIGHEST, prefix + "expect.status", status,
						"It is not an HTTP status: write numbers from 200 to 599.");
			}
		}

	}

}
