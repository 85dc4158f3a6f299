package io.perfstarter.warmup.autoconfigure;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
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

import io.perfstarter.warmup.Expectation;
import io.perfstarter.warmup.Template;
import io.perfstarter.warmup.WarmupCall;
import io.perfstarter.warmup.WarmupSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Configuration properties of the warm-up.
 *
 * @param enabled Whether the application is warmed up. Without a value it is if a call, a
 * shutdown delay or a WarmupTask is there; true alone fills the pools of connections.
 * @param mode What it is for: auto warms this instance up, training makes as many calls
 * as are wanted and ends the application, so that the JDK writes its AOT cache.
 * @param timeout Longest time for all of it.
 * @param requestTimeout Longest time for one call.
 * @param minRequests How often each call is made at least.
 * @param maxRequests How often each call is made at most.
 * @param burst How many calls are made between two pauses, in which the JIT compiler
 * catches up.
 * @param parallelism How many calls are made at a time. Half of the processors unless
 * set.
 * @param stabilityTolerance By which part of its best time a call may take longer in the
 * end to be called stable.
 * @param minSuccessRatio Part of the calls that must succeed.
 * @param onFailure What happens when a task or a call fails: warn, or fail, which ends
 * the application.
 * @param rejectUntilWarm Whether requests from outside are answered with 503 until the
 * instance is warm; those of peers and of Actuator pass.
 * @param observe Whether warm-up requests are seen by observations (meters, traces), by
 * the account of the boundary and in Tomcat's access log.
 * @param fillPools Whether pools of connections are filled first.
 * @param shutdownDelay How long the instance serves on at the stop, after it has refused
 * further traffic and left the registry.
 * @param sslBundle Bundle with the client certificate that the own port asks for, if it
 * does.
 * @param headers Headers of all calls.
 * @param requests What is called: name, method, path, headers, body, assume-safe,
 * expect.status and expect.body of each.
 */
@ConfigurationProperties(WarmupProperties.PREFIX)
record WarmupProperties(@Nullable Boolean enabled, @DefaultValue("auto") Mode mode,
		@DefaultValue("30s") Duration timeout, @DefaultValue("5s") Duration requestTimeout,
		@DefaultValue("500") int minRequests, @DefaultValue("2000") int maxRequests, @DefaultValue("50") int burst,
		@Nullable Integer parallelism, @DefaultValue("0.1") double stabilityTolerance,
		@DefaultValue("0.9") double minSuccessRatio, @DefaultValue("warn") OnFailure onFailure,
		@DefaultValue("false") boolean rejectUntilWarm, @DefaultValue("false") boolean observe,
		@DefaultValue("true") boolean fillPools, @DefaultValue("0s") Duration shutdownDelay, @Nullable String sslBundle,
		@DefaultValue Map<String, String> headers, @DefaultValue List<Call> requests) {

	static final String PREFIX = "perf-starter.warmup";

	WarmupProperties {
		check(!timeout.isNegative() && !timeout.isZero(), "timeout", timeout,
				"It must be longer than nothing; 30s is the default.");
		check(!requestTimeout.isNegative() && !requestTimeout.isZero(), "request-timeout", requestTimeout,
				"It must be longer than nothing; 5s is the default.");
		check(minRequests >= 1, "min-requests", minRequests, "Write 1 or more; 500 is the default.");
		check(maxRequests >= minRequests, "max-requests", maxRequests,
				"It must not be below '" + PREFIX + ".min-requests', which is " + minRequests + ".");
		check(burst >= 1, "burst", burst, "Write 1 or more; 50 is the default.");
		check(parallelism == null || parallelism >= 1, "parallelism", parallelism,
				"Write 1 or more, or leave it out for half of the processors.");
		check(stabilityTolerance >= 0, "stability-tolerance", stabilityTolerance,
				"It must not be negative; 0.1 is the default.");
		check(minSuccessRatio >= 0 && minSuccessRatio <= 1, "min-success-ratio", minSuccessRatio,
				"It is a part of all calls: write 0 to 1; 0.9 is the default.");
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
	 * Reads the calls.
	 * @param load reads a body that is a resource
	 */
	List<WarmupCall> calls(UnaryOperator<String> load) {
		Set<String> names = new HashSet<>();
		return IntStream.range(0, this.requests.size()).mapToObj((index) -> {
			String prefix = "requests[" + index + "].";
			WarmupCall call = this.requests.get(index).read(prefix, this.headers, load);
			check(names.add(call.name()), prefix + "name", call.name(),
					"There is another call of this name; give it one of its own.");
			return call;
		}).toList();
	}

	/**
	 * What the warm-up is for.
	 */
	enum Mode {

		AUTO, TRAINING

	}

	/**
	 * What happens when it fails.
	 */
	enum OnFailure {

		WARN, FAIL

	}

	/**
	 * One call.
	 *
	 * @param name What it is called in the log, in the endpoint and in meters. Method and
	 * path unless set.
	 * @param method HTTP method.
	 * @param path Path and query below the context path, with places such as
	 * {range:1..20}, {list:7,42} and {date:-30..0} that get another value each time.
	 * @param headers Further headers.
	 * @param body Body, or the location of a resource with it, which begins with
	 * classpath: or file:. May have the same places.
	 * @param assumeSafe Whether the call may be made although its method is not GET, HEAD
	 * or OPTIONS.
	 * @param expect What answer is a success.
	 */
	record Call(@Nullable String name, @DefaultValue("GET") String method, @Nullable String path,
			@DefaultValue Map<String, String> headers, @Nullable String body, @DefaultValue("false") boolean assumeSafe,
			@DefaultValue Expect expect) {

		private WarmupCall read(String prefix, Map<String, String> common, UnaryOperator<String> load) {
			check(this.path != null && this.path.startsWith("/"), prefix + "path", this.path,
					"Write the path below the context path, beginning with a slash.");
			String method = this.method.toUpperCase(Locale.ROOT);
			check(this.assumeSafe || WarmupCall.isSafe(method), prefix + "method", this.method,
					"It may change something, and is called many times at each start. If that does no harm, write '"
							+ PREFIX + "." + prefix + "assume-safe: true'.");
			Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
			if (this.body != null) {
				headers.put("Content-Type", "application/json");
			}
			headers.putAll(common);
			headers.putAll(this.headers);
			checkHeaders(prefix, headers);
			checkMethod(prefix, method);
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
							"The JDK's HTTP client refuses this header or its value; leave it out or write another one.");
				}
			});
		}

		private static void checkMethod(String prefix, String method) {
			try {
				HttpRequest.newBuilder().method(method, BodyPublishers.noBody());
			}
			catch (IllegalArgumentException ex) {
				throw new InvalidConfigurationPropertyValueException(PREFIX + "." + prefix + "method", method,
						"It is no HTTP method; write one such as GET.");
			}
		}

		private static void checkPath(String prefix, Template path) {
			try {
				URI.create("http://localhost" + path.example());
			}
			catch (IllegalArgumentException ex) {
				throw new InvalidConfigurationPropertyValueException(PREFIX + "." + prefix + "path", path,
						"It is no path of a URI (%s); write special characters percent-encoded."
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
	 * What answer is a success.
	 *
	 * @param status HTTP statuses. 200 to 299 unless set.
	 * @param body Regular expression of which the body has a match.
	 */
	record Expect(@DefaultValue Set<Integer> status, @Nullable String body) {

		private Expectation read(String prefix) {
			try {
				return new Expectation(this.status, (this.body != null) ? Pattern.compile(this.body) : null);
			}
			catch (PatternSyntaxException ex) {
				throw new InvalidConfigurationPropertyValueException(PREFIX + "." + prefix + "expect.body", this.body,
						"It is no regular expression: " + ex.getDescription() + ".");
			}
		}

	}

}
