package io.perfstarter.async.context;

import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ThreadLocalAccessor;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

import org.springframework.context.i18n.LocaleContext;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.context.i18n.SimpleTimeZoneAwareLocaleContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.web.context.request.RequestAttributesThreadLocalAccessor;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link CallerContext}.
 */
class CallerContextTests {

	private static final Authentication ANN = new TestingAuthenticationToken("ann", "");

	private static final Authentication BOB = new TestingAuthenticationToken("bob", "");

	private static final String BAGGAGE = "micrometer.tracing.baggage";

	private final ExecutorService thread = Executors.newFixedThreadPool(1);

	private final ThreadLocal<String> baggage = new ThreadLocal<>();

	@BeforeEach
	void registerAccessors() {
		ContextRegistry.getInstance().registerThreadLocalAccessor(BAGGAGE, this.baggage);
		ContextRegistry.getInstance().registerThreadLocalAccessor(new RequestAttributesThreadLocalAccessor());
	}

	@AfterEach
	void clean() {
		this.thread.shutdownNow();
		ContextRegistry.getInstance().removeThreadLocalAccessor(BAGGAGE);
		ContextRegistry.getInstance().removeThreadLocalAccessor(RequestAttributesThreadLocalAccessor.KEY);
		MDC.clear();
		SecurityContextHolder.clearContext();
		LocaleContextHolder.resetLocaleContext();
		RequestContextHolder.resetRequestAttributes();
		if (TransactionSynchronizationManager.hasResource("key")) {
			TransactionSynchronizationManager.unbindResource("key");
		}
	}

	private static Runnable carry(Runnable task, ThreadLocalAccessor<?>... beans) {
		return CallerContext.decorator(List.of(beans)).decorate(task);
	}

	private static void fill() {
		MDC.put("order", "7");
		SecurityContextHolder.getContext().setAuthentication(ANN);
		LocaleContextHolder.setLocale(Locale.KOREA);
	}

	private void run(Runnable task) throws Exception {
		this.thread.submit(task).get(60, TimeUnit.SECONDS);
	}

	/**
	 * What a task sees that the caller submits now.
	 */
	private @Nullable Object seen(Supplier<? extends @Nullable Object> look) throws Exception {
		AtomicReference<@Nullable Object> seen = new AtomicReference<>();
		run(carry(() -> seen.set(look.get())));
		return seen.get();
	}

	/**
	 * What a thread is left with.
	 */
	private @Nullable Object left(Supplier<? extends @Nullable Object> look) throws Exception {
		return this.thread.submit(() -> (Object) look.get()).get(60, TimeUnit.SECONDS);
	}

	@Test
	void carriesTheMdcAsItWas() throws Exception {
		fill();
		Runnable carried = carry(() -> assertThat(MDC.get("order")).isEqualTo("7"));
		MDC.put("order", "8");
		run(carried);
	}

	@Test
	void carriesTheLocaleAndTheZone() throws Exception {
		LocaleContextHolder
			.setLocaleContext(new SimpleTimeZoneAwareLocaleContext(Locale.KOREA, TimeZone.getTimeZone("Asia/Seoul")));
		assertThat(seen(LocaleContextHolder::getLocale)).isEqualTo(Locale.KOREA);
		assertThat(seen(LocaleContextHolder::getTimeZone)).isEqualTo(TimeZone.getTimeZone("Asia/Seoul"));
		assertThat(left(LocaleContextHolder::getLocaleContext)).isNull();
	}

	@Test
	void asksForTheLocaleWhileTheRequestIsThere() throws Exception {
		AtomicReference<@Nullable Locale> request = new AtomicReference<>(Locale.KOREA);
		LocaleContext ofRequest = request::get;
		LocaleContextHolder.setLocaleContext(ofRequest);
		Runnable carried = carry(() -> assertThat(LocaleContextHolder.getLocale()).isEqualTo(Locale.KOREA));
		request.set(Locale.CANADA);
		run(carried);
	}

	@Test
	void securityContextIsOneOfTheTasksOwn() throws Exception {
		fill();
		SecurityContext callers = SecurityContextHolder.getContext();
		run(carry(() -> SecurityContextHolder.getContext().setAuthentication(BOB)));
		assertThat(SecurityContextHolder.getContext()).isSameAs(callers);
		assertThat(callers.getAuthentication()).isSameAs(ANN);
		Runnable carried = carry(
				() -> assertThat(SecurityContextHolder.getContext().getAuthentication()).isSameAs(ANN));
		callers.setAuthentication(BOB);
		run(carried);
		assertThat(left(() -> SecurityContextHolder.getContext().getAuthentication())).isNull();
	}

	@Test
	void carriesTheObservationAndItsBaggage() throws Exception {
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig().observationHandler((context) -> true);
		Observation observation = Observation.start("order", registry);
		this.baggage.set("customer 3");
		observation.scopedChecked(() -> {
			assertThat(seen(registry::getCurrentObservation)).isSameAs(observation);
			assertThat(seen(this.baggage::get)).isEqualTo("customer 3");
			assertThat(registry.getCurrentObservation()).isSameAs(observation);
		});
		assertThat(left(registry::getCurrentObservation)).isNull();
		assertThat(left(this.baggage::get)).isNull();
	}

	@Test
	void carriesNothingOfTheRequestOrTheTransaction() throws Exception {
		fill();
		RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(new MockHttpServletRequest()));
		TransactionSynchronizationManager.bindResource("key", "connection");
		assertThat(seen(RequestContextHolder::getRequestAttributes)).isNull();
		assertThat(seen(() -> TransactionSynchronizationManager.getResource("key"))).isNull();
		assertThat(seen(() -> MDC.get("order"))).isEqualTo("7");
	}

	@Test
	void threadHasWhatItHadBeforeAlsoWhenTheTaskThrows() throws Exception {
		fill();
		Runnable carried = carry(() -> {
			MDC.put("more", "x");
			SecurityContextHolder.getContext().setAuthentication(BOB);
			LocaleContextHolder.setLocale(Locale.CANADA);
			throw new IllegalStateException("task");
		});
		SecurityContext before = SecurityContextHolder.createEmptyContext();
		before.setAuthentication(BOB);
		run(() -> {
			MDC.put("worker", "w");
			SecurityContextHolder.setContext(before);
			LocaleContextHolder.setLocale(Locale.GERMANY);
		});
		Future<?> failing = this.thread.submit(carried);
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> failing.get(60, TimeUnit.SECONDS))
			.havingRootCause()
			.withMessage("task");
		run(() -> {
			assertThat(MDC.getCopyOfContextMap()).containsOnlyKeys("worker");
			assertThat(SecurityContextHolder.getContext()).isSameAs(before);
			assertThat(LocaleContextHolder.getLocale()).isEqualTo(Locale.GERMANY);
		});
	}

	@Test
	void theSecondTaskSeesNothingThatTheFirstHasSet() throws Exception {
		run(carry(CallerContextTests::fill));
		assertThat(seen(MDC::getCopyOfContextMap)).isNull();
		assertThat(seen(() -> SecurityContextHolder.getContext().getAuthentication())).isNull();
		assertThat(seen(LocaleContextHolder::getLocaleContext)).isNull();
		assertThat(left(() -> SecurityContextHolder.getContext().getAuthentication())).isNull();
	}

	@Test
	void taskOfNobodyDoesNotRunAsTheOneWhoStartedTheThread() throws Exception {
		SecurityContextHolder.setStrategyName(SecurityContextHolder.MODE_INHERITABLETHREADLOCAL);
		try {
			SecurityContextHolder.getContext().setAuthentication(ANN);
			run(() -> assertThat(SecurityContextHolder.getContext().getAuthentication()).isSameAs(ANN));
			SecurityContextHolder.clearContext();
			assertThat(seen(() -> SecurityContextHolder.getContext().getAuthentication())).isNull();
		}
		finally {
			SecurityContextHolder.setStrategyName(SecurityContextHolder.MODE_THREADLOCAL);
		}
	}

	@Test
	void callerThatRunsTheTaskKeepsWhatItHas() {
		fill();
		SecurityContext callers = SecurityContextHolder.getContext();
		carry(() -> {
			MDC.clear();
			SecurityContextHolder.getContext().setAuthentication(BOB);
		}).run();
		assertThat(SecurityContextHolder.getContext()).isSameAs(callers);
		assertThat(callers.getAuthentication()).isSameAs(ANN);
		assertThat(MDC.get("order")).isEqualTo("7");
	}

	@Test
	void carriesTheValuesOfTheApplicationsAccessors() throws Exception {
		ThreadLocal<@Nullable String> tenant = new ThreadLocal<>();
		ThreadLocalAccessor<?> accessor = new TenantAccessor(tenant);
		List<ThreadLocalAccessor<?>> global = List.copyOf(ContextRegistry.getInstance().getThreadLocalAccessors());
		AtomicReference<@Nullable Object> seen = new AtomicReference<>();
		tenant.set("north");
		Runnable carried = carry(() -> seen.set(tenant.get()), accessor);
		tenant.set("south");
		run(carried);
		assertThat(seen).hasValue("north");
		assertThat(left(tenant::get)).isNull();
		assertThat(ContextRegistry.getInstance().getThreadLocalAccessors()).isEqualTo(global);
	}

	/**
	 * Accesses a value of an application.
	 */
	private static class TenantAccessor implements ThreadLocalAccessor<String> {

		private final ThreadLocal<@Nullable String> tenant;

		TenantAccessor(ThreadLocal<@Nullable String> tenant) {
			this.tenant = tenant;
		}

		@Override
		public Object key() {
			return "tenant";
		}

		@Override
		public @Nullable String getValue() {
			return this.tenant.get();
		}

		@Override
		public void setValue(String value) {
			this.tenant.set(value);
		}

		@Override
		public void setValue() {
			this.tenant.remove();
		}

	}

}
