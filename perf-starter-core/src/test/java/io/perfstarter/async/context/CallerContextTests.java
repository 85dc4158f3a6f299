package io.perfstarter.async.context;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TimeZone;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link CallerContext}.
 */
class CallerContextTests {

	private static final Authentication ANN = new TestingAuthenticationToken("ann", "");

	private static final Authentication BOB = new TestingAuthenticationToken("bob", "");

	private static final String BAGGAGE = "micrometer.tracing.baggage";

	private static final String ATTRIBUTES = "request.attributes";

	private final List<Throwable> faults = new CopyOnWriteArrayList<>();

	private final ExecutorService thread = Executors.newFixedThreadPool(1);

	private final ThreadLocal<String> baggage = new ThreadLocal<>();

	private final CallerContext context = context(EnumSet.allOf(ContextPart.class));

	private CallerContext context(Set<ContextPart> parts, ThreadLocalAccessor<?>... beans) {
		return new CallerContext(parts, List.of(beans), this.faults::add);
	}

	@BeforeEach
	void registerAccessors() {
		ContextRegistry.getInstance().registerThreadLocalAccessor(BAGGAGE, this.baggage);
		ContextRegistry.getInstance()
			.registerThreadLocalAccessor(ATTRIBUTES, RequestContextHolder::getRequestAttributes,
					RequestContextHolder::setRequestAttributes, RequestContextHolder::resetRequestAttributes);
	}

	@AfterEach
	void clean() {
		this.thread.shutdownNow();
		ContextRegistry.getInstance().removeThreadLocalAccessor(BAGGAGE);
		ContextRegistry.getInstance().removeThreadLocalAccessor(ATTRIBUTES);
		MDC.clear();
		SecurityContextHolder.clearContext();
		LocaleContextHolder.resetLocaleContext();
		RequestContextHolder.resetRequestAttributes();
		if (TransactionSynchronizationManager.hasResource("key")) {
			TransactionSynchronizationManager.unbindResource("key");
		}
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
		run(this.context.carry(() -> seen.set(look.get())));
		return seen.get();
	}

	/**
	 * What a thread is left with.
	 */
	private @Nullable Object left(Supplier<? extends @Nullable Object> look) throws Exception {
		return this.thread.submit(() -> (Object) look.get()).get(60, TimeUnit.SECONDS);
	}

	@Test
	void withoutPartsNothingIsWrapped() {
		Runnable task = () -> {
		};
		assertThat(context(Set.of()).carry(task)).isSameAs(task);
	}

	@Test
	void carriesTheMdcAsItWas() throws Exception {
		fill();
		Runnable carried = this.context.carry(() -> assertThat(MDC.get("order")).isEqualTo("7"));
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
		Runnable carried = this.context
			.carry(() -> assertThat(LocaleContextHolder.getLocale()).isEqualTo(Locale.KOREA));
		request.set(Locale.CANADA);
		run(carried);
	}

	@Test
	void securityContextIsOneOfTheTasksOwn() throws Exception {
		fill();
		SecurityContext callers = SecurityContextHolder.getContext();
		run(this.context.carry(() -> SecurityContextHolder.getContext().setAuthentication(BOB)));
		assertThat(SecurityContextHolder.getContext()).isSameAs(callers);
		assertThat(callers.getAuthentication()).isSameAs(ANN);
		Runnable carried = this.context
			.carry(() -> assertThat(SecurityContextHolder.getContext().getAuthentication()).isSameAs(ANN));
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
		assertThat(this.faults).isEmpty();
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
	void carriesOnlyWhatIsAskedFor() throws Exception {
		fill();
		CallerContext locale = context(Set.of(ContextPart.LOCALE));
		run(locale.carry(() -> {
			assertThat(LocaleContextHolder.getLocale()).isEqualTo(Locale.KOREA);
			assertThat(MDC.get("order")).isNull();
			assertThat(SecurityContextHolder.getContext().getAuthentication()).isNull();
		}));
	}

	@Test
	void threadHasWhatItHadBeforeAlsoWhenTheTaskThrows() throws Exception {
		fill();
		Runnable carried = this.context.carry(() -> {
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
		run(this.context.carry(CallerContextTests::fill));
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
	void accessorWithoutAKeyIsNamed() {
		ThreadLocalAccessor<?> keyless = new TenantAccessor(new ThreadLocal<>()) {

			@Override
			@SuppressWarnings("NullAway")
			public Object key() {
				return null;
			}

		};
		assertThatIllegalArgumentException().isThrownBy(() -> context(EnumSet.allOf(ContextPart.class), keyless))
			.withMessageContaining(keyless.getClass().getName())
			.withMessageContaining("key()");
	}

	@Test
	void callerThatRunsTheTaskKeepsWhatItHas() {
		fill();
		SecurityContext callers = SecurityContextHolder.getContext();
		this.context.carry(() -> {
			MDC.clear();
			SecurityContextHolder.getContext().setAuthentication(BOB);
		}).run();
		assertThat(SecurityContextHolder.getContext()).isSameAs(callers);
		assertThat(callers.getAuthentication()).isSameAs(ANN);
		assertThat(MDC.get("order")).isEqualTo("7");
	}

	@Test
	void partThatFailsIsToldAndTheTaskRunsWithTheOthers() throws Exception {
		for (FailingAccessor.Step step : FailingAccessor.Step.values()) {
			this.faults.clear();
			AtomicReference<@Nullable String> seen = new AtomicReference<>();
			MDC.put("order", "7");
			Runnable carried = context(EnumSet.allOf(ContextPart.class), new FailingAccessor(step))
				.carry(() -> seen.set(MDC.get("order")));
			MDC.clear();
			run(carried);
			assertThat(seen.get()).as(step.name()).isEqualTo("7");
			// Values are captured on the caller's thread and, to restore them, on the
			// task's.
			assertThat(this.faults).as(step.name())
				.hasSize((step == FailingAccessor.Step.CAPTURE) ? 2 : 1)
				.hasOnlyElementsOfType(NoClassDefFoundError.class)
				.extracting(Throwable::getMessage)
				.containsOnly(step.name());
			assertThat(left(() -> MDC.get("order"))).as(step.name()).isNull();
		}
	}

	@Test
	void whoIsToldMayFailToo() throws Exception {
		AtomicReference<String> seen = new AtomicReference<>("");
		CallerContext failing = new CallerContext(EnumSet.allOf(ContextPart.class),
				List.of(new FailingAccessor(FailingAccessor.Step.SET)), (fault) -> {
					throw new IllegalStateException(fault);
				});
		run(failing.carry(() -> seen.set("run")));
		assertThat(seen).hasValue("run");
	}

	@Test
	void carriesTheValuesOfTheApplicationsAccessors() throws Exception {
		ThreadLocal<@Nullable String> tenant = new ThreadLocal<>();
		ThreadLocalAccessor<?> accessor = new TenantAccessor(tenant);
		List<ThreadLocalAccessor<?>> global = List.copyOf(ContextRegistry.getInstance().getThreadLocalAccessors());
		AtomicReference<@Nullable Object> seen = new AtomicReference<>();
		tenant.set("north");
		Runnable carried = context(EnumSet.allOf(ContextPart.class), accessor).carry(() -> seen.set(tenant.get()));
		tenant.set("south");
		run(carried);
		assertThat(seen).hasValue("north");
		assertThat(left(tenant::get)).isNull();
		assertThat(ContextRegistry.getInstance().getThreadLocalAccessors()).isEqualTo(global);
		run(context(EnumSet.complementOf(EnumSet.of(ContextPart.APPLICATION)), accessor)
			.carry(() -> seen.set(tenant.get())));
		assertThat(seen.get()).isNull();
	}

	@Test
	void accessorThatFailsHalfwayIsUndone() throws Exception {
		ThreadLocal<String> half = new ThreadLocal<>();
		half.set("caller");
		ContextRegistry.getInstance().registerThreadLocalAccessor(BAGGAGE, half::get, (value) -> {
			half.set(value);
			throw new IllegalStateException("halfway");
		}, half::remove);
		AtomicReference<String> seen = new AtomicReference<>("");
		run(this.context.carry(() -> seen.set("run")));
		assertThat(seen).hasValue("run");
		assertThat(left(half::get)).isNull();
		assertThat(this.faults).singleElement().extracting(Throwable::getMessage).isEqualTo("halfway");
	}

	@Test
	void accessorOfTheGlobalRegistryWhoseKeyFailsIsToldAndTheTaskRunsWithTheOthers() throws Exception {
		AtomicBoolean broken = new AtomicBoolean();
		ThreadLocalAccessor<String> accessor = new TenantAccessor(new ThreadLocal<>()) {

			@Override
			public Object key() {
				if (broken.get()) {
					throw new IllegalStateException("key");
				}
				return "broken";
			}

		};
		ContextRegistry.getInstance().registerThreadLocalAccessor(accessor);
		try {
			fill();
			broken.set(true);
			assertThat(seen(() -> MDC.get("order"))).isEqualTo("7");
			assertThat(this.faults).extracting(Throwable::getMessage).containsExactly("key");
		}
		finally {
			broken.set(false);
			ContextRegistry.getInstance().removeThreadLocalAccessor("broken");
		}
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

	/**
	 * Fails at one step.
	 *
	 * @param at where it fails
	 */
	private record FailingAccessor(Step at) implements ThreadLocalAccessor<String> {

		private void reach(Step step) {
			if (step == this.at) {
				throw new NoClassDefFoundError(step.name());
			}
		}

		@Override
		public Object key() {
			return "failing";
		}

		@Override
		public String getValue() {
			reach(Step.CAPTURE);
			return "value";
		}

		@Override
		public void setValue(String value) {
			reach(Step.SET);
		}

		@Override
		public void setValue() {
		}

		@Override
		public void restore(String before) {
			reach(Step.RESTORE);
		}

		enum Step {

			CAPTURE, SET, RESTORE

		}

	}

}
