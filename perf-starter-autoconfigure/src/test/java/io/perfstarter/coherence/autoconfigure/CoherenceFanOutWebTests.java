package io.perfstarter.coherence.autoconfigure;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.FanOutDemand;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.fixtures.FreePort;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.fixtures.UsualRows;
import io.perfstarter.web.autoconfigure.AutoConfigureWeb;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.beans.factory.support.DefaultSingletonBeanRegistry;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the fan-out between applications with real web servers and Spring Security.
 */
@Tag(Tier.CI)
class CoherenceFanOutWebTests {

	private static final Event EVENT = Event.keys("tickets", List.of(1L));

	private static final String ENDPOINT = "/perf-starter/coherence/v2/events";

	private static final String STORE = "classpath:io/perfstarter/coherence/autoconfigure/peers.p12";

	private static final String[] BUNDLE = { "perf-starter.coherence.ssl-bundle=peers",
			"spring.ssl.bundle.jks.peers.keystore.location=" + STORE,
			"spring.ssl.bundle.jks.peers.keystore.password=test-only",
			"spring.ssl.bundle.jks.peers.truststore.location=" + STORE,
			"spring.ssl.bundle.jks.peers.truststore.password=test-only" };

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final TestDiscoveryClient registry = new TestDiscoveryClient();

	private final List<ConfigurableApplicationContext> applications = new ArrayList<>();

	@AfterEach
	void stop() {
		this.applications.forEach(ConfigurableApplicationContext::close);
		this.threads.shutdownNow();
	}

	private Consumer<WebServerApplicationContext> onWebServer = (application) -> {
	};

	private ConfigurableApplicationContext start(WebApplicationType type, String... properties) {
		ConfigurableApplicationContext application = new SpringApplicationBuilder(Application.class).web(type)
			.initializers((context) -> ((GenericApplicationContext) context).registerBean(TestDiscoveryClient.class,
					() -> this.registry))
			.listeners((ApplicationListener<WebServerInitializedEvent>) (event) -> this.onWebServer
				.accept(event.getApplicationContext()))
			.properties("server.port=0", "spring.application.name=tickets", "spring.main.banner-mode=off",
					"perf-starter.secret=a secret of thirty-two characters",
					"perf-starter.coherence.discovery-interval=200ms", "spring.jmx.enabled=false")
			.properties(properties)
			.run();
		this.applications.add(application);
		boolean secure = Stream.of(properties).anyMatch((property) -> property.startsWith("server.ssl"));
		Integer listener = application.getEnvironment().getProperty("perf-starter.coherence.port", Integer.class);
		if (listener != null) {
			this.registry.register(port(application), secure, listener);
		}
		else {
			this.registry.register(port(application), secure);
		}
		return application;
	}

	private static int port(ApplicationContext application) {
		return ((WebServerApplicationContext) application).getWebServer().getPort();
	}

	// An instance that hears another one for the first time clears its caches, instead of
	// applying single evictions.
	private static void awaitEachOther(ConfigurableApplicationContext... applications) {
		for (ConfigurableApplicationContext application : applications) {
			await().until(() -> application.getBean(FanOut.class)
				.status()
				.members()
				.stream()
				.anyMatch((member) -> member.address() != null && member.origin() != null));
		}
	}

	private void assertEventTravels(ConfigurableApplicationContext from, ConfigurableApplicationContext to) {
		FanOut fanOut = from.getBean(FanOut.class);
		awaitEachOther(from, to);
		fanOut.publish(List.of(EVENT));
		await().untilAsserted(() -> assertThat(to.getBean(TestCopies.class).evicted).containsExactly(EVENT));
		assertThat(from.getBean(TestCopies.class).evicted).isEmpty();
	}

	private static int status(ApplicationContext application, String method, String path) {
		HttpRequest request = HttpRequest
			.newBuilder(URI.create("http://localhost:%d%s".formatted(port(application), path)))
			.method(method, BodyPublishers.ofString("{}"))
			.header("Content-Type", "text/plain")
			.build();
		return HttpClient.newHttpClient().sendAsync(request, BodyHandlers.discarding()).join().statusCode();
	}

	@UsualRows
	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void worksBeforeSecurityWhichStillGuardsEverythingElse(WebApplicationType type) {
		ConfigurableApplicationContext first = start(type);
		ConfigurableApplicationContext second = start(type);
		assertEventTravels(first, second);
		assertThat(status(first, "POST", ENDPOINT)).isEqualTo(415);
		assertThat(status(first, "GET", ENDPOINT)).isEqualTo(405);
		for (String path : List.of("/hello", "/", ENDPOINT + "/", ENDPOINT + "/x", "/app" + ENDPOINT)) {
			assertThat(status(first, "GET", path)).as(path).isEqualTo(401);
		}
	}

	@UsualRows(2)
	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void worksBelowAContextPath(WebApplicationType type) {
		String property = (type == WebApplicationType.SERVLET) ? "server.servlet.context-path=/app"
				: "spring.webflux.base-path=/app";
		ConfigurableApplicationContext first = start(type, property);
		assertEventTravels(first, start(type, property));
		assertThat(status(first, "POST", "/app" + ENDPOINT)).isEqualTo(415);
		assertThat(status(first, "POST", ENDPOINT)).isEqualTo(404);
		assertThat(status(first, "GET", "/app/hello")).isEqualTo(401);
	}

	@Tag(Tier.ALL)
	@Test
	void worksBesideAServletPath() {
		String[] properties = { "spring.mvc.servlet.path=/mvc", "server.servlet.context-path=/app" };
		ConfigurableApplicationContext first = start(WebApplicationType.SERVLET, properties);
		assertEventTravels(first, start(WebApplicationType.SERVLET, properties));
		assertThat(status(first, "POST", "/app" + ENDPOINT)).isEqualTo(415);
		for (String path : List.of("/app/mvc" + ENDPOINT, "/app/mvc/hello")) {
			assertThat(status(first, "GET", path)).as(path).isEqualTo(401);
		}
	}

	@UsualRows
	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void worksWithHttps(WebApplicationType type) {
		String[] properties = StringUtils.addStringToArray(BUNDLE, "server.ssl.bundle=peers");
		ConfigurableApplicationContext first = start(type, properties);
		assertThat(first.getBean(SslBundles.class).getBundleNames()).containsExactly("peers");
		assertEventTravels(first, start(type, properties));
	}

	@UsualRows
	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void answersAsSoonAsTheWebServerDoes(WebApplicationType type) {
		List<Integer> statuses = new ArrayList<>();
		this.onWebServer = (application) -> statuses.add(status(application, "POST", ENDPOINT));
		start(type);
		assertThat(statuses).containsExactly(415);
	}

	@Test
	void answersAfterARestartOfTheContext() {
		ConfigurableApplicationContext application = start(WebApplicationType.SERVLET);
		FanOut fanOut = application.getBean(FanOut.class);
		application.stop();
		assertThat(fanOut.isRunning()).isFalse();
		application.start();
		assertThat(fanOut.isRunning()).isTrue();
		assertThat(status(application, "POST", ENDPOINT)).isEqualTo(415);
	}

	@Test
	void startThatFailsLaterStopsAllThreads() {
		this.onWebServer = (application) -> {
			assertThat(application.getBean(FanOut.class).isRunning()).isTrue();
			throw new IllegalStateException("failing");
		};
		assertThatException().isThrownBy(() -> start(WebApplicationType.SERVLET))
			.havingRootCause()
			.withMessage("failing");
		await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
			.noneMatch((name) -> name.startsWith("perf-starter-coherence-")));
	}

	@Test
	void answersThroughItsListenerWhileAllRequestThreadsAreInUse() throws Exception {
		ConfigurableApplicationContext first = start(WebApplicationType.SERVLET);
		ConfigurableApplicationContext second = start(WebApplicationType.SERVLET, "server.tomcat.threads.max=1",
				"perf-starter.coherence.port=" + FreePort.find());
		BlockingFilter blocking = second.getBean(BlockingFilter.class);
		Future<Integer> blocked = this.threads.submit(() -> status(second, "GET", BlockingFilter.PATH));
		blocking.entered.await();
		assertEventTravels(first, second);
		assertThat(blocked.isDone()).isFalse();
		blocking.released.countDown();
		assertThat(blocked.get()).isEqualTo(401);
	}

	@Test
	void listenerHasTheCertificateOfTheBundle() throws IOException {
		assertEventTravels(startWithListener(), startWithListener());
	}

	private ConfigurableApplicationContext startWithListener() throws IOException {
		return start(WebApplicationType.SERVLET,
				StringUtils.addStringToArray(BUNDLE, "perf-starter.coherence.port=" + FreePort.find()));
	}

	@Test
	void servletAndReactiveInstancesUnderstandEachOther() {
		assertEventTravels(start(WebApplicationType.SERVLET), start(WebApplicationType.REACTIVE));
	}

	/**
	 * Tries again with new applications while a busy machine takes longer than the second
	 * that a close waits at most.
	 */
	private void inTime(Runnable attempt) {
		await().atMost(Duration.ofMinutes(5)).untilAsserted(() -> {
			this.applications.forEach(ConfigurableApplicationContext::close);
			this.applications.clear();
			this.registry.clear();
			attempt.run();
		});
	}

	@Test
	void evictionsOfTheLastRequestsAreTold() {
		inTime(this::assertLastEvictionsAreTold);
	}

	private void assertLastEvictionsAreTold() {
		ConfigurableApplicationContext first = start(WebApplicationType.SERVLET);
		ConfigurableApplicationContext second = start(WebApplicationType.SERVLET);
		FanOut fanOut = first.getBean(FanOut.class);
		// Who has never answered at his address is not waited for.
		awaitEachOther(first, second);
		fanOut.publish(List.of(EVENT));
		first.close();
		assertThat(fanOut.isRunning()).isFalse();
		assertThat(second.getBean(TestCopies.class).evicted).containsExactly(EVENT);
	}

	@Test
	void evictionsOfBeansThatAreDestroyedAreTold() {
		inTime(this::assertLateEvictionsAreTold);
	}

	private void assertLateEvictionsAreTold() {
		ConfigurableApplicationContext first = start(WebApplicationType.SERVLET);
		ConfigurableApplicationContext second = start(WebApplicationType.SERVLET);
		FanOut fanOut = first.getBean(FanOut.class);
		awaitEachOther(first, second);
		((DefaultSingletonBeanRegistry) first.getBeanFactory()).registerDisposableBean("late",
				() -> fanOut.publish(List.of(EVENT)));
		first.close();
		assertThat(second.getBean(TestCopies.class).evicted).containsExactly(EVENT);
	}

	/**
	 * Holds the thread of a request before Spring Security.
	 */
	static final class BlockingFilter implements Filter, Ordered {

		private static final String PATH = "/blocking";

		private final CountDownLatch entered = new CountDownLatch(1);

		private final CountDownLatch released = new CountDownLatch(1);

		@Override
		public int getOrder() {
			return Ordered.HIGHEST_PRECEDENCE;
		}

		@Override
		public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
				throws IOException, ServletException {
			if (((HttpServletRequest) request).getRequestURI().equals(PATH)) {
				this.entered.countDown();
				try {
					this.released.await();
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
				}
			}
			chain.doFilter(request, response);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@AutoConfigureWeb
	@RestController
	@Import(TestCopies.class)
	static class Application {

		@Bean
		FanOutDemand demand() {
			return () -> true;
		}

		@Bean
		@ConditionalOnWebApplication(type = Type.SERVLET)
		BlockingFilter blockingFilter() {
			return new BlockingFilter();
		}

		@GetMapping("/hello")
		String hello() {
			return "hello";
		}

	}

}
