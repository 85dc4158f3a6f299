package io.perfstarter.warmup.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.micrometer.observation.ObservationPredicate;
import io.perfstarter.async.autoconfigure.RequestLimiterAutoConfiguration;
import io.perfstarter.async.limit.RequestLimiterFilter;
import io.perfstarter.peer.PeerEndpointFilter;
import io.perfstarter.warmup.WarmupGate;
import io.perfstarter.warmup.WarmupTask;
import io.perfstarter.warmup.run.Warmup;
import io.perfstarter.warmup.run.WarmupFilter;
import io.perfstarter.warmup.run.WarmupState;
import io.perfstarter.warmup.run.WarmupWebFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.asm.ClassWriter;
import org.springframework.asm.Opcodes;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.WebMvcObservationAutoConfiguration;
import org.springframework.cloud.client.DefaultServiceInstance;
import org.springframework.cloud.client.serviceregistry.Registration;
import org.springframework.cloud.client.serviceregistry.ServiceRegistry;
import org.springframework.context.event.ContextClosedEvent;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WarmupAutoConfiguration}; those with a web server are in
 * {@link WarmupWebTests}.
 */
@ExtendWith(OutputCaptureExtension.class)
class WarmupAutoConfigurationTests {

	private static final String CALL = "perf-starter.warmup.requests[0].path=/tickets";

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, WarmupAutoConfiguration.class));

	private final WebApplicationContextRunner webRunner = new WebApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(WarmupAutoConfiguration.class));

	@Test
	void offUntilSomethingIsThere() {
		this.contextRunner.run((context) -> assertThat(context).doesNotHaveBean(Warmup.class));
	}

	@ParameterizedTest
	@CsvSource({ "perf-starter.warmup.enabled=true", CALL, "perf-starter.warmup.shutdown-delay=5s",
			"perf-starter.warmup.mode=training" })
	void onByAProperty(String property) {
		this.contextRunner.withPropertyValues(property)
			.run((context) -> assertThat(context).hasSingleBean(Warmup.class).hasSingleBean(WarmupLifecycle.class));
	}

	@Test
	void noDrainTimeIsNoReason() {
		this.contextRunner.withPropertyValues("perf-starter.warmup.shutdown-delay=0s")
			.run((context) -> assertThat(context).doesNotHaveBean(Warmup.class));
	}

	@Test
	void gatesOpenWithTheApplicationWhereThereIsNoWarmup() {
		AtomicInteger open = new AtomicInteger();
		this.contextRunner.withConfiguration(AutoConfigurations.of(WarmupGatesAutoConfiguration.class))
			.withPropertyValues(CALL, "perf-starter.warmup.enabled=false")
			.withBean(WarmupGate.class, () -> open::incrementAndGet)
			.run((context) -> {
				assertThat(open).hasValue(0);
				AvailabilityChangeEvent.publish(context, ReadinessState.ACCEPTING_TRAFFIC);
				AvailabilityChangeEvent.publish(context, ReadinessState.ACCEPTING_TRAFFIC);
				assertThat(open).hasValue(1);
			});
	}

	@Test
	void gatesAreLeftToTheWarmupIfThereIsOne() {
		this.contextRunner.withConfiguration(AutoConfigurations.of(WarmupGatesAutoConfiguration.class))
			.withPropertyValues(CALL)
			.withBean(WarmupGate.class, () -> () -> {
			})
			.run((context) -> assertThat(context).doesNotHaveBean(WarmupGatesAutoConfiguration.class));
	}

	@Test
	void onByATask() {
		this.contextRunner.withBean(WarmupTask.class, NamedTask::new)
			.run((context) -> assertThat(context).hasSingleBean(Warmup.class));
	}

	@Test
	void offByItsSwitch() {
		this.webRunner.withPropertyValues(CALL, "perf-starter.warmup.enabled=false")
			.withBean(WarmupTask.class, NamedTask::new)
			.run((context) -> assertThat(context).doesNotHaveBean(Warmup.class)
				.doesNotHaveBean(FilterRegistrationBean.class)
				.doesNotHaveBean(ObservationPredicate.class));
	}

	@Test
	void offUnderDeveloperToolsUnlessItIsSwitchedOn(CapturedOutput output) {
		ApplicationContextRunner withTools = this.contextRunner.withClassLoader(new ToolsClassLoader());
		withTools.run((context) -> assertThat(context).doesNotHaveBean(Warmup.class));
		ApplicationContextRunner underTools = withTools.withPropertyValues(CALL);
		underTools.withPropertyValues("perf-starter.warmup.enabled=true")
			.run((context) -> assertThat(context).hasSingleBean(Warmup.class));
		assertThat(output).doesNotContain("Warm-up: off");
		underTools.run((context) -> assertThat(context).doesNotHaveBean(Warmup.class));
		assertThat(output).containsOnlyOnce("Warm-up: off, because Spring Boot DevTools are active; "
				+ "'perf-starter.warmup.enabled: true' switches it on");
	}

	@Test
	void worksWithoutOptionalLibraries() {
		this.contextRunner.withPropertyValues(CALL)
			.withClassLoader(new FilteredClassLoader("com.zaxxer.hikari", "org.springframework.boot.jdbc",
					"jakarta.servlet", "org.springframework.web", "reactor", "org.apache.catalina",
					"org.springframework.boot.tomcat", "org.springframework.cloud", "com.netflix"))
			.run((context) -> assertThat(context).hasSingleBean(Warmup.class));
	}

	@Test
	void filterOfAServletApplication() {
		this.webRunner.withPropertyValues(CALL).run((context) -> {
			FilterRegistrationBean<?> registration = context.getBean("perfStarterWarmupFilter",
					FilterRegistrationBean.class);
			assertThat(registration.getFilter()).isInstanceOf(WarmupFilter.class);
			assertThat(context).doesNotHaveBean(WarmupWebFilter.class);
		});
	}

	@Test
	void filterComesAfterPeersAndBeforeTheRequestLimiterAndTheObservations() {
		this.webRunner
			.withConfiguration(AutoConfigurations.of(WebMvcObservationAutoConfiguration.class,
					RequestLimiterAutoConfiguration.class))
			.withPropertyValues(CALL, "perf-starter.async.requests.concurrency-limit=1")
			.run((context) -> {
				assertThat(WarmupFilter.ORDER).isGreaterThan(PeerEndpointFilter.ORDER)
					.isEqualTo(RequestLimiterFilter.ORDER);
				List<String> names = List
					.of(context.getBeanFactory().getBeanNamesForType(FilterRegistrationBean.class));
				assertThat(names).startsWith("perfStarterWarmupFilter", "perfStarterWarmupRequestFilter",
						"perfStarterRequestLimiterFilter");
			});
	}

	@Test
	void filterOfAReactiveApplication() {
		new ReactiveWebApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(WarmupAutoConfiguration.class))
			.withPropertyValues(CALL)
			.run((context) -> assertThat(context).hasSingleBean(WarmupWebFilter.class)
				.doesNotHaveBean(FilterRegistrationBean.class));
	}

	@Test
	void endpointIsThereIfItIsExposed() {
		this.contextRunner.withPropertyValues(CALL)
			.run((context) -> assertThat(context).doesNotHaveBean(WarmupEndpoint.class));
		this.contextRunner.withPropertyValues(CALL, "management.endpoints.web.exposure.include=warmup")
			.run((context) -> assertThat(context).hasSingleBean(WarmupEndpoint.class));
	}

	@Test
	void leavesTheRegistryAtTheStopOnceItHasServed() {
		this.contextRunner.withPropertyValues("perf-starter.warmup.shutdown-delay=1ms")
			.withBean(OwnRegistration.class)
			.withBean(RecordingRegistry.class)
			.run((context) -> {
				RecordingRegistry registry = context.getBean(RecordingRegistry.class);
				context.publishEvent(new ContextClosedEvent(context.getSourceApplicationContext()));
				assertThat(registry.left).isEmpty();
			})
			.run((context) -> assertThat(leftAfterTheWarmup(context)).as("without a server").isEmpty())
			.withPropertyValues("local.server.port=1")
			.run((context) -> assertThat(leftAfterTheWarmup(context))
				.containsExactly(context.getBean(OwnRegistration.class)));
	}

	private static List<Registration> leftAfterTheWarmup(AssertableApplicationContext context) {
		context.getBean(Warmup.class).run(null, null);
		context.getBean(WarmupState.class).accept();
		context.publishEvent(new ContextClosedEvent(context.getSourceApplicationContext()));
		return context.getBean(RecordingRegistry.class).left;
	}

	@ParameterizedTest
	@CsvSource({ "timeout, 0s", "timeout, -1s", "min-requests, 0", "min-requests, 2000000000", "shutdown-delay, -1s",
			"requests[0].path, tickets", "requests[0].path, '/tickets/{range:1..}'", "requests[0].path, '/a b'",
			"requests[0].method, POST", "requests[0].method, 'G T'", "requests[0].expect.status, 9999",
			"requests[0].expect.status, 20", "requests[0].body, 'classpath:no-such-file.json'" })
	void wrongSettingStopsTheStart(String name, String value) {
		String property = WarmupProperties.PREFIX + "." + name;
		this.contextRunner.withPropertyValues(CALL, property + "=" + value).run((context) -> {
			Throwable failure = context.getStartupFailure();
			assertThat(withCauses(failure)).anySatisfy((each) -> assertThat(each)
				.isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class, (invalid) -> {
					assertThat(property).startsWith(invalid.getName());
					assertThat(invalid.getReason()).isNotBlank();
				}));
		});
	}

	private static List<Throwable> withCauses(Throwable failure) {
		return Stream.iterate(failure, (each) -> each != null, Throwable::getCause).toList();
	}

	@Test
	void wrongMethodIsAnsweredWithTheRightOnes() {
		this.contextRunner
			.withPropertyValues(CALL, "perf-starter.warmup.requests[0].method=GETT",
					"perf-starter.warmup.requests[0].assume-safe=true")
			.run((context) -> assertThat(context).getFailure()
				.hasStackTraceContaining("perf-starter.warmup.requests[0].method")
				.hasStackTraceContaining("'GETT'")
				.hasStackTraceContaining("write one of GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE."));
	}

	@ParameterizedTest
	@CsvSource({ "requests[0].name=tickets, requests[0].path", "requests[0].path=/tickets, requests[1].name" })
	void callWithoutPathAndCallsOfOneNameStopTheStart(String first, String missing) {
		this.contextRunner
			.withPropertyValues("perf-starter.warmup." + first, "perf-starter.warmup.requests[1].path=/tickets")
			.run((context) -> assertThat(context).getFailure()
				.hasStackTraceContaining("perf-starter.warmup." + missing));
	}

	@Test
	void wrongHeaderIsNamedWithoutItsValue() {
		this.contextRunner.withPropertyValues(CALL, "perf-starter.warmup.requests[0].headers[Host]=s3cret")
			.run((context) -> assertThat(context).getFailure()
				.hasStackTraceContaining("perf-starter.warmup.requests[0].headers")
				.satisfies((failure) -> assertThat(withCauses(failure))
					.noneSatisfy((each) -> assertThat(each).hasMessageContaining("s3cret"))));
	}

	@Test
	void unsafeMethodIsAllowedIfItIsAssumedToBeSafe() {
		this.contextRunner
			.withPropertyValues(CALL, "perf-starter.warmup.requests[0].method=post",
					"perf-starter.warmup.requests[0].assume-safe=true", "perf-starter.warmup.requests[0].body={}")
			.run((context) -> assertThat(context).hasSingleBean(Warmup.class));
	}

	/**
	 * What a registry knows of this instance.
	 */
	static final class OwnRegistration extends DefaultServiceInstance implements Registration {

		OwnRegistration() {
			super("tickets-1", "tickets", "localhost", 8080, false);
		}

	}

	/**
	 * A registry that remembers who has left.
	 */
	static final class RecordingRegistry implements ServiceRegistry<OwnRegistration> {

		private final List<Registration> left = new ArrayList<>();

		@Override
		public void register(OwnRegistration registration) {
		}

		@Override
		public void deregister(OwnRegistration registration) {
			this.left.add(registration);
		}

		@Override
		public void close() {
		}

		@Override
		public void setStatus(OwnRegistration registration, String status) {
		}

		@Override
		public <T> T getStatus(OwnRegistration registration) {
			throw new UnsupportedOperationException();
		}

	}

	/**
	 * Knows Boot's developer tools.
	 */
	private static final class ToolsClassLoader extends ClassLoader {

		private static final String RESTARTER = "org.springframework.boot.devtools.restart.Restarter";

		private ToolsClassLoader() {
			super(WarmupAutoConfigurationTests.class.getClassLoader());
		}

		@Override
		protected Class<?> findClass(String name) throws ClassNotFoundException {
			if (!RESTARTER.equals(name)) {
				throw new ClassNotFoundException(name);
			}
			ClassWriter type = new ClassWriter(0);
			type.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name.replace('.', '/'), null, "java/lang/Object", null);
			type.visitEnd();
			byte[] code = type.toByteArray();
			return defineClass(name, code, 0, code.length);
		}

	}

	/**
	 * A task that does nothing.
	 */
	private static final class NamedTask implements WarmupTask {

		@Override
		public String name() {
			return "nothing";
		}

		@Override
		public void warm() {
		}

	}

}
