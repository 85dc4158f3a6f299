package io.perfstarter.async.context;

import java.util.Collection;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.TimeZone;
import java.util.stream.Collectors;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.context.ThreadLocalAccessor;
import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.i18n.LocaleContext;
import org.springframework.context.i18n.LocaleContextThreadLocalAccessor;
import org.springframework.context.i18n.SimpleLocaleContext;
import org.springframework.context.i18n.SimpleTimeZoneAwareLocaleContext;
import org.springframework.context.i18n.TimeZoneAwareLocaleContext;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.ContextPropagatingTaskDecorator;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Propagates the context of a caller to its tasks, with Spring's task decorator and a
 * registry that is separate from the global one.
 */
public final class CallerContext {

	private static final Log logger = LogFactory.getLog(CallerContext.class);

	// Accessors of the global registry that tasks do not get. Their values belong to a
	// request, which may have ended, or to the warm-up, which does not wait for tasks.
	private static final Set<String> OF_REQUESTS = Set.of(
			"org.springframework.security.core.context.ReactiveSecurityContextHolderThreadLocalAccessor",
			"org.springframework.security.web.server.ServerWebExchangeThreadLocalAccessor",
			"org.springframework.web.context.request.RequestAttributesThreadLocalAccessor",
			"io.perfstarter.warmup.run.WarmupContextAccessor");

	private CallerContext() {
	}

	/**
	 * Returns a decorator that propagates the MDC, the locale and a copy of the security
	 * context. It also propagates what the accessors of the global registry and beans do.
	 * It reads the global registry when it decorates the first task, because applications
	 * register accessors at any time of their start.
	 * @param beans the accessors that are beans; they replace others with the same key
	 * @return the decorator
	 */
	public static TaskDecorator decorator(Collection<? extends ThreadLocalAccessor<?>> beans) {
		SingletonSupplier<TaskDecorator> decorator = SingletonSupplier.of(() -> create(beans));
		return (task) -> decorator.obtain().decorate(task);
	}

	private static TaskDecorator create(Collection<? extends ThreadLocalAccessor<?>> beans) {
		ContextRegistry registry = new ContextRegistry();
		if (isPresent("org.slf4j.MDC")) {
			registry.registerThreadLocalAccessor(new Slf4jThreadLocalAccessor());
		}
		registry.registerThreadLocalAccessor(new LocaleAccessor());
		if (isPresent("org.springframework.security.core.context.SecurityContextHolder")) {
			registry.registerThreadLocalAccessor(new SecurityAccessor());
		}
		beans.forEach(registry::registerThreadLocalAccessor);
		Set<Object> own = registry.getThreadLocalAccessors()
			.stream()
			.map(ThreadLocalAccessor::key)
			.collect(Collectors.toSet());
		// Global accessors come last, so they are restored first: tracing may write to
		// the MDC.
		global().stream()
			.filter((accessor) -> !OF_REQUESTS.contains(accessor.getClass().getName()) && !own.contains(accessor.key()))
			.forEach(registry::registerThreadLocalAccessor);
		// Clears what the caller does not have: a pooled thread may have it from another
		// task.
		return new ContextPropagatingTaskDecorator(
				ContextSnapshotFactory.builder().contextRegistry(registry).clearMissing(true).build());
	}

	/**
	 * Returns the accessors of the global registry. Also catches errors, because
	 * incompatible versions of libraries cause them.
	 */
	private static List<ThreadLocalAccessor<?>> global() {
		try {
			return ContextRegistry.getInstance().getThreadLocalAccessors();
		}
		catch (LinkageError | ServiceConfigurationError ex) {
			logger.warn("The global context registry cannot be loaded, so tasks do not get its context", ex);
			return List.of();
		}
	}

	private static boolean isPresent(String type) {
		return ClassUtils.isPresent(type, CallerContext.class.getClassLoader());
	}

	/**
	 * Propagates the locale, and the time zone if set. Unlike Spring's accessor it
	 * resolves both at capture time. The locale context of a web request reads the
	 * request, which may have ended when the task runs.
	 */
	static final class LocaleAccessor extends LocaleContextThreadLocalAccessor {

		@Override
		public @Nullable LocaleContext getValue() {
			LocaleContext context = super.getValue();
			if (context == null) {
				return null;
			}
			TimeZone zone = (context instanceof TimeZoneAwareLocaleContext aware) ? aware.getTimeZone() : null;
			return (zone != null) ? new SimpleTimeZoneAwareLocaleContext(context.getLocale(), zone)
					: new SimpleLocaleContext(context.getLocale());
		}

	}

	/**
	 * Propagates a copy of the security context. Spring Security's accessor propagates
	 * the context itself: a later authentication on one thread would also apply on the
	 * other.
	 */
	static final class SecurityAccessor implements ThreadLocalAccessor<SecurityAccessor.Captured> {

		@Override
		public Object key() {
			return SecurityContext.class.getName();
		}

		@Override
		public @Nullable Captured getValue() {
			SecurityContext context = SecurityContextHolder.getContext();
			Authentication authentication = context.getAuthentication();
			return (authentication != null) ? new Captured(context, authentication) : null;
		}

		@Override
		public void setValue(Captured value) {
			SecurityContext copy = SecurityContextHolder.createEmptyContext();
			copy.setAuthentication(value.authentication());
			SecurityContextHolder.setContext(copy);
		}

		@Override
		public void setValue() {
			SecurityContextHolder.clearContext();
		}

		@Override
		public void restore(Captured before) {
			SecurityContextHolder.setContext(before.context());
		}

		/**
		 * A captured security context.
		 *
		 * @param context the context of the thread
		 * @param authentication the authentication at capture time
		 */
		record Captured(SecurityContext context, Authentication authentication) {

		}

	}

}
