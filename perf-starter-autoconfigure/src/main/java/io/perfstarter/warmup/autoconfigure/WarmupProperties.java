package io.perfstarter.warmup.autoconfigure;

import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.IntStream;

import io.perfstarter.warmup.run.Expectation;
import io.perfstarter.warmup.run.Template;
import io.perfstarter.warmup.run.WarmupCall;
import io.perfstarter.warmup.run.WarmupSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Configuration properties of the warm-up.
 *
 * @param enabled Whether to warm up the application. By default only if a request, a
 * shutdown delay or a WarmupTask bean is configured; true without these only fills the
 * connection pools.
 * @param mode Purpose of the warm-up: auto warms up this instance; training sends each
 * request 'min-requests' times and exits the application, so that the JDK writes its AOT
 * cache.
 * @param timeout Maximum duration of the whole warm-up.
 * @param requestTimeout Maximum time to wait for the response to one request.
 * @param minRequests Minimum number of times that each request is sent.
 * @param maxRequests Maximum number of times that each request is sent.
 * @param burst Number of requests between two pauses in which the JIT compiler can finish
 * its work.
 * @param parallelism Number of requests sent concurrently. Half of the processors by
 * default.
 * @param stabilityTolerance Fraction by which the last response time of a request may
 * exceed its best one for the request to be stable.
 * @param minSuccessRatio Minimum fraction of requests that must succeed.
 * @param onFailure Reaction to a failed task or request: warn, or fail, which stops the
 * application.
 * @param rejectUntilWarm Whether requests are rejected with 503 until the instance is
 * warm, except those of the warm-up, of peer instances and to Actuator.
 * @param observe Whether warm-up requests are recorded in observations (metrics, traces),
 * in the statistics of the boundary feature and in Tomcat's access log.
 * @param fillPools Whether to fill the connection pools before the first request.
 * @param shutdownDelay Time that the instance keeps serving requests at shutdown, after
 * it has become unready and deregistered.
 * @param sslBundle SSL bundle with a client certificate for warm-up requests, if the
 * server requires one.
 * @param headers Headers of all warm-up requests.
 * @param requests Warm-up requests, each with name, method, path, headers, body,
 * assume-safe, expect.status and expect.body.
 */
@ConfigurationProperties(WarmupProperties.PREFIX)
public record WarmupProperties(@Nullable Boolean enabled, @DefaultValue("auto") Mode mode,
		@DefaultValue("30s") Duration timeout, @DefaultValue("5s") Duration requestTimeout,
		@DefaultValue("500") int minRequests, @DefaultValue("2000") int maxRequests, @DefaultValue("50") int burst,
		@Nullable Integer parallelism, @DefaultValue("0.1") double stabilityTolerance,
		@DefaultValue("0.9") double minSuccessRatio, @DefaultValue("warn") OnFailure onFailure,
		@DefaultValue("false") boolean rejectUntilWarm, @DefaultValue("false") boolean observe,
		@DefaultValue("true") boolean fillPools, @DefaultValue("0s") Duration shutdownDelay, @Nullable String sslBundle,
		@DefaultValue Map<String, String> headers, @DefaultValue List<Call> requests) {

	static final String PREFIX = "perf-starter.warmup";

	public WarmupProperties {
		check(!timeout.isNegative() && !timeout.isZero(), "timeout", timeout,
				"It must be longer than zero; 30s is the default.");
		check(!requestTimeout.isNegative() && !requestTimeout.isZero(), "request-timeout", requestTimeout,
				"It must be longer than zero; 5s is the default.");
		check(minRequests >= 1, "min-requests", minRequests, "Write 1 or more; 500 is the default.");
		check(maxRequests >= minRequests, "max-requests", maxRequests,
				"It must not be less than '" + PREFIX + ".min-requests', which is " + minRequests + ".");
		check(burst >= 1, "burst", burst, "Write 1 or more; 50 is the default.");
		check(parallelism == null || parallelism >= 1, "parallelism", parallelism,
				"Write 1 or more, or leave it out for half of the processors.");
		check(stabilityTolerance >= 0, "stability-tolerance", stabilityTolerance,
				"It must not be negative; 0.1 is the default.");
		check(minSuccessRatio >= 0 && minSuccessRatio <= 1, "min-success-ratio", minSuccessRatio,
				"It is a ratio: write a number from 0 to 1; 0.9 is the default.");
		check(!shutdownDelay.isNegative(), "shutdown-delay", shutdownDelay,
				"It must not be negative; 0s is the default.");
	}

	private static void check(boolean valid, String name, @Nullable Object value, String reason) {
		if (!valid) {
			throw new InvalidConfigurationPropertyValueException(PREFIX + "." + name, value, reason);
		}
	}

	WarmupSettings settings() {
		int processors = Runtime.getRuntime().availableProcessors();
		return new WarmupSettings(this.timeout, this.requestTimeout, this.minRequests,
				(this.mode == Mode.TRAINING) ? this.minRequests : this.maxRequests, this.burst,
				(this.parallelism != null) ? this.parallelism : WarmupSettings.parallelism(processors),
				this.stabilityTolerance, this.minSuccessRatio);
	}

	/**
	 * Returns the configured warm-up requests, validated.
	 * @param load returns the body at a resource location
	 */
	List<WarmupCall> calls(UnaryOperator<String> load) {
		Set<String> names = new HashSet<>();
		return IntStream.range(0, this.requests.size()).mapToObj((index) -> {
			String prefix = "requests[" + index + "].";
			WarmupCall call = this.requests.get(index).read(prefix, this.headers, load);
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
	 * The reaction to a failed task or request.
	 */
	enum OnFailure {

		WARN, FAIL

	}

	/**
	 * One warm-up request.
	 *
	 * @param name Name in the log, in the endpoint and in metrics. Method and path by
	 * default.
	 * @param method HTTP method.
	 * @param path Path and query below the context path, with placeholders such as
	 * {range:1..20}, {list:7,42} and {date:-30..0}, whose value changes with each
	 * request.
	 * @param headers Headers in addition to those of all requests.
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

		private WarmupCall read(String prefix, Map<String, String> common, UnaryOperator<String> load) {
			check(this.path != null && this.path.startsWith("/"), prefix + "path", this.path,
					"Write the path below the context path; it must start with a slash.");
			String method = this.method.toUpperCase(Locale.ROOT);
			check(METHODS.contains(method), prefix + "method", this.method,
					"It is not an HTTP method: write one of " + String.join(", ", METHODS) + ".");
			check(this.assumeSafe || WarmupCall.isSafe(method), prefix + "method", this.method,
					"This method may change data, and the request is sent many times at each start. If repeating it is harmless, set '"
							+ PREFIX + "." + prefix + "assume-safe: true'.");
			Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
			if (this.body != null) {
				headers.put("Content-Type", "application/json");
			}
			headers.putAll(common);
			headers.putAll(this.headers);
			checkHeaders(prefix, headers);
			Template path = template(prefix + "path", String.valueOf(this.path));
			checkPath(prefix, path);
			return new WarmupCall((this.name != null) ? this.name : method + " " + this.path, method, path, headers,
					(this.body != null) ? template(prefix + "body", load.apply(this.body)) : null,
					this.expect.read(prefix));
		}

		private static void checkHeaders(String prefix, Map<String, String> headers) {
			headers.forEach((name, value) -> {
				try {
					HttpRequest.newBuilder().header(name, value);
				}
				catch (IllegalArgumentException ex) {
					// Without the value, which may be a secret.
					throw new InvalidConfigurationPropertyValueException(PREFIX + "." + prefix + "headers", name,
							"The JDK's HTTP client rejects this header or its value; remove or change it.");
				}
			});
		}

		private static void checkPath(String prefix, Template path) {
			try {
				URI.create("http://localhost" + path.example());
			}
			catch (IllegalArgumentException ex) {
				throw new InvalidConfigurationPropertyValueException(PREFIX + "." + prefix + "path", path,
						"It is not a valid URI path (%s); percent-encode special characters."
							.formatted(ex.getMessage()));
			}
		}

		private static Template template(String name, String text) {
			try {
				return Template.of(text);
			}
			catch (IllegalArgumentException ex) {
				throw new InvalidConfigurationPropertyValueException(PREFIX + "." + name, text, ex.getMessage() + ".");
			}
		}

	}

	/**
	 * The definition of a successful response.
	 *
	 * @param status Status codes of a successful response. All from 200 to 299 by
	 * default.
	 * @param body Regular expression that must match a part of the body of a successful
	 * response.
	 */
	record Expect(@DefaultValue Set<Integer> status, @Nullable String body) {

		private static final int LOWEST = 200;

		private static final int HIGHEST = 599;

		private Expectation read(String prefix) {
			for (Integer status : this.status) {
				check(status >= LOWEST && status <= HIGHEST, prefix + "expect.status", status,
						"It is not an HTTP status: write numbers from 200 to 599.");
			}
			try {
				return new Expectation(this.status, (this.body != null) ? Pattern.compile(this.body) : null);
			}
			catch (PatternSyntaxException ex) {
				throw new InvalidConfigurationPropertyValueException(PREFIX + "." + prefix + "expect.body", this.body,
						"It is not a regular expression: " + ex.getDescription() + ".");
			}
		}

	}

}
