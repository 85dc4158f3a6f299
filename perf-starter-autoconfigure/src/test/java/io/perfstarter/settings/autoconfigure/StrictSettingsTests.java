package io.perfstarter.settings.autoconfigure;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ClassPathResource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests that an unknown setting stops the start and that the failure names the known
 * ones.
 */
@ExtendWith(OutputCaptureExtension.class)
class StrictSettingsTests {

	@ParameterizedTest
	@CsvSource({ "reporting.slow-treshold=300ms, reporting, slow-threshold",
			"reporting.slow_treshold=300ms, reporting, slow-threshold", "reporting.periods=30s, reporting, period",
			"reporting.enable=false, reporting, enabled", "reportin.enabled=false, '', reporting",
			"report.enabled=false, '', reporting", "reporting.formats=json, reporting, format",
			"reporting.explain-plans=true, reporting, explain",
			"coherence.cache.tickets.time-to-live=10m, coherence, caches",
			"coherence.caches.x.ttl=10m, coherence.caches.x, time-to-live",
			"coherence.caches.x.max-entrys=1, coherence.caches.x, max-entries",
			"coherence.caches.x.heap-entries=9, coherence.caches.x, max-entries",
			"coherence.caches[a.b].ttl=1m, coherence.caches[a.b], time-to-live",
			"coherence.max-stalenes=15s, coherence, max-staleness", "coherence.fanout-mode=auto, coherence, fan-out",
			"coherence.discovery-refresh=9s, coherence, discovery-interval",
			"coherence.registry-lag=9s, coherence, registry-propagation-delay",
			"eviction.enable=true, eviction, enabled", "routing.replica.r1.pool-size=1, routing, replicas",
			"routing.replicas.r1.uri=jdbc:h2:mem:x, routing.replicas.r1, url",
			"routing.lag.maximum=5s, routing.lag, max", "routing.fallback.modus=primary, routing.fallback, mode",
			"routing.join-check=off, routing, transaction-join-check",
			"boundary.remote-call=fail, boundary, remote-calls", "boundary.enabld=false, boundary, enabled",
			"boundary.idle-hold-threshold=2s, boundary, idle-connection-threshold",
			"async.executors.mail.concurency-limit=4, async.executors.mail, concurrency-limit",
			"async.executor.mail.concurrency-limit=4, async, executors",
			"async.executors.mail.room=4, async.executors.mail, queue-capacity",
			"async.executors.mail.on-full=drop, async.executors.mail, when-full",
			"async.executors.mail.max-wait=4s, async.executors.mail, queue-capacity",
			"async.lanes.mail.permits=4, async, executors", "async.default-lane.permits=4, async, default-executor",
			"async.mvc-lane.run-timeout=4s, async, mvc-executor",
			"async.requests.permits=4, async.requests, concurrency-limit",
			"async.requests.room=4, async.requests, queue-capacity",
			"async.requests.max-wait=4s, async.requests, queue-timeout",
			"async.drain-timeout=4s, async, shutdown-timeout", "async.virtual-thread=true, async, virtual-threads",
			"warmup.request[0].path=/x, warmup, requests", "warmup.requests[0].pth=/x, warmup.requests[0], path",
			"warmup.calls[0].path=/x, warmup, requests", "warmup.calls[0].expect.status=200, warmup, requests",
			"warmup.budget=9s, warmup, timeout", "warmup.call-timeout=9s, warmup, timeout",
			"warmup.drain=9s, warmup, shutdown-delay", "warmup.min-calls=9, warmup, min-requests",
			"warmup.max-requests=9, warmup, min-requests", "warmup.on-failure=fail, warmup, mode",
			"warmup.headers.X-User=me, warmup, requests", "warmup.enable=true, warmup, enabled",
			"warmup.requests[0].expect.state=200, warmup.requests[0].expect, status", "stric=warn, '', strict" })
	void misspeltSettingNamesThoseThatThereAre(String setting, String parent, String right, CapturedOutput output) {
		fail("--perf-starter." + setting);
		assertThat(output).contains("APPLICATION FAILED TO START")
			.containsPattern("The property 'perf-starter\\.[^']+' \\(.+\\) is unknown")
			.containsPattern("Below 'perf-starter%s' there are: .*\\b%s\\b"
				.formatted(Pattern.quote(parent.isEmpty() ? "" : "." + parent), right))
			.doesNotContain("\tat ");
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "coherence.secret=hunter2", "coherence.secrets=hunter2", "routing.replicas.r1.pasword=hunter2",
					"routing.replica-defaults.password=hunter2", "warmup.header.x=hunter2" })
	void valueThatMayBeSecretIsNotShown(String setting, CapturedOutput output) {
		fail("--perf-starter." + setting);
		assertThat(output).contains(" is unknown.").doesNotContain("hunter2");
	}

	@Test
	void allUnknownSettingsAreNamedAtOnce(CapturedOutput output) {
		fail("--perf-starter.reporting.slow-treshold=4s", "--perf-starter.warmup.budget=4s");
		assertThat(output).containsPattern("The property 'perf-starter.reporting.slow-treshold' \\(.+\\) is unknown")
			.containsPattern("The property 'perf-starter.warmup.budget' \\(.+\\) is unknown")
			.contains("share this configuration, set 'perf-starter.strict: warn'");
	}

	@Test
	void aMapInPlaceOfAListIsUnknown(CapturedOutput output) {
		fail("--perf-starter.warmup.requests.orders.path=/orders/1");
		assertThat(output).contains("'perf-starter.warmup.requests' is a list");
	}

	@Test
	void aNameBelowAValueIsUnknown(CapturedOutput output) {
		fail("--perf-starter.reporting.period.seconds=30");
		assertThat(output).contains("'perf-starter.reporting.period' is one value.");
	}

	@Test
	void featureThatIsOffIsCheckedForUnknownSettingsOnly(CapturedOutput output) {
		start("--perf-starter.warmup.enabled=false", "--perf-starter.warmup.timeout=${NOT_SET}",
				"--perf-starter.warmup.min-requests=-1", "--perf-starter.async.executors.mail.queue-capacity=-1");
		fail("--perf-starter.warmup.enabled=false", "--perf-starter.warmup.timeout=long",
				"--perf-starter.warmup.brst=-1");
		assertThat(output).containsPattern("The property 'perf-starter.warmup.brst' \\(.+\\) is unknown");
	}

	@Test
	void aWrongStrictnessStopsTheStartAlsoIfAllSettingsAreKnown() {
		assertThatExceptionOfType(BindException.class)
			.isThrownBy(() -> start("--perf-starter.strict=maybe", "--perf-starter.reporting.enabled=false"));
	}

	@Test
	void strictnessCanBeAWarning(CapturedOutput output) {
		start("--perf-starter.strict=warn", "--perf-starter.warmup.budget=4s");
		assertThat(output).containsPattern("WARN.*The property 'perf-starter.warmup.budget' \\(.+\\) is unknown")
			.contains("Below 'perf-starter.warmup' there are: ");
	}

	@Test
	void environmentVariablesAreOneWarning(CapturedOutput output) {
		Map<String, Object> variables = new LinkedHashMap<>();
		variables.put("PERFSTARTER_REPORTING_SLOWTHRESHOLD", "1s");
		variables.put("PERF_STARTER_ASYNC_EXECUTORS_MAIL_CONCURRENCY_LIMIT", "4");
		variables.put("PERF_STARTER_ASYNC_EXECUTORS_JOBS_CONCURRENCY_LIMIT", "4");
		variables.put("PERFSTARTER_WARMUP_REQUESTS_0_PATH", "/x");
		variables.put("PERFSTARTER_REPORTING_SLOWTRESHOLD", "1s");
		variables.put("PERF_STARTER_SERVICE_HOST", "10.0.0.1");
		variables.put("PERF_STARTER_COHERENCE_MAXSTALENESS", "9s");
		variables.put("PERF_STARTER_COHERENCE_MAX_STALENESS", "9s");
		SpringApplication application = application();
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.replace(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, new SystemEnvironmentPropertySource(
					StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
		application.setEnvironment(environment);
		// Of a name with dashes, Spring Boot reads the form with all underscores only if
		// another source has the entry.
		application.run("--perf-starter.async.executors.mail.queue-capacity=9").close();
		assertThat(output.toString().lines().filter((line) -> line.contains("have no effect"))).singleElement()
			.asString()
			.contains("WARN")
			.endsWith(
					"have no effect: PERFSTARTER_REPORTING_SLOWTRESHOLD, PERF_STARTER_ASYNC_EXECUTORS_JOBS_CONCURRENCY_LIMIT, "
							+ "PERF_STARTER_COHERENCE_MAXSTALENESS, PERF_STARTER_SERVICE_HOST");
	}

	@Test
	void knownSettingsOfAllShapesPass() {
		start("--perf-starter.coherence.caches[a.b].time-to-live=10m",
				"--perf-starter.coherence.caches.ABC.maxEntries=9", "--perf-starter.coherence.caches.empty=",
				"--perf-starter.routing.replicas.r1.hikari.maximum-pool-size=3",
				"--perf-starter.warmup.requests[0].headers.X-User=me",
				"--perf-starter.warmup.requests[0].expect.status[0]=200",
				"--perf-starter.warmup.requests[0].expect.status=200,201",
				"--perf-starter.reporting.slow-thresholds[/a/{b}]=1s", "--perf-starter.async.requests.exclude[0]=/sse",
				"--perf-starter.async.shutdownTimeout=4s", "--perf-starter.secret=x");
	}

	@Test
	void listThatAnotherSourceReplacesPassesWithTheListsWithin() {
		withLowerSource("perf-starter.warmup.requests[0].path", "/a", "perf-starter.warmup.requests[1].path", "/b",
				"perf-starter.warmup.requests[1].expect.status[0]", "200")
			.run("--perf-starter.warmup.requests[0].path=/c")
			.close();
	}

	@Test
	void elementThatIsAddedToTheListOfAnotherSourceFails() {
		SpringApplication application = withLowerSource("perf-starter.warmup.requests[0].path", "/a");
		assertThatExceptionOfType(BindException.class)
			.isThrownBy(() -> application.run("--perf-starter.warmup.requests[1].expect.status[0]=200"));
	}

	private static SpringApplication withLowerSource(String... settings) {
		Map<String, Object> lower = new LinkedHashMap<>();
		for (int i = 0; i < settings.length; i += 2) {
			lower.put(settings[i], settings[i + 1]);
		}
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().addLast(new MapPropertySource("lower", lower));
		SpringApplication application = application();
		application.setEnvironment(environment);
		return application;
	}

	@Test
	void applicationWithoutSettingsStarts() {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().addFirst(new MapPropertySource("other", Map.of("app.perf-starter", "x")));
		SpringApplication application = application();
		application.setEnvironment(environment);
		application.run().close();
	}

	@Test
	void referenceDescribesTheElementsOfCollections() throws IOException {
		Set<String> described = new TreeSet<>();
		Map<String, Object> reference = JsonParserFactory.getJsonParser()
			.parseMap(new ClassPathResource("reference/elements-of-collections.json").getContentAsString(UTF_8));
		for (Object property : (List<?>) Objects.requireNonNull(reference.get("properties"))) {
			described
				.add(String.valueOf(((Map<?, ?>) property).get("name")).replaceAll("<\\w+>", "*").replace("[]", ".*"));
		}
		Set<String> known = new TreeSet<>();
		addElements(known, "perf-starter", ResolvableType.forClass(AllSettings.class), false);
		assertThat(known).isEqualTo(described);
	}

	private static void addElements(Set<String> names, String name, ResolvableType type, boolean element) {
		Class<?> raw = type.resolve(Object.class);
		if (Map.class.isAssignableFrom(raw) || Collection.class.isAssignableFrom(raw)) {
			ResolvableType value = Map.class.isAssignableFrom(raw) ? type.asMap().getGeneric(1)
					: type.asCollection().getGeneric(0);
			boolean ofRecords = value.resolve(Object.class).isRecord();
			if (element && !ofRecords) {
				names.add(name);
			}
			addElements(names, name + ".*", value, ofRecords);
		}
		else if (raw.isRecord()) {
			for (RecordComponent component : raw.getRecordComponents()) {
				addElements(names, name + "." + DataObjectPropertyName.toDashedForm(component.getName()),
						ResolvableType.forMethodReturnType(component.getAccessor()), element);
			}
		}
		else if (element) {
			names.add(name);
		}
	}

	private static void start(String... arguments) {
		application().run(arguments).close();
	}

	private static void fail(String... arguments) {
		assertThatExceptionOfType(BindException.class).isThrownBy(() -> application().run(arguments))
			.withCauseInstanceOf(UnboundConfigurationPropertiesException.class);
	}

	private static SpringApplication application() {
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE).build();
	}

	/**
	 * An application without beans.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Application {

	}

}
