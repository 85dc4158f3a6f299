package io.perfstarter.async.context;

import java.util.TimeZone;

import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

import org.springframework.context.i18n.LocaleContext;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.context.i18n.LocaleContextThreadLocalAccessor;
import org.springframework.context.i18n.SimpleLocaleContext;
import org.springframework.context.i18n.SimpleTimeZoneAwareLocaleContext;
import org.springframework.context.i18n.TimeZoneAwareLocaleContext;

/**
 * Propagates the locale, and the time zone if set. Unlike Spring's accessor it resolves
 * them when they are captured, because a locale context of a web request reads the
 * request, which may have ended when the task runs.
 */
final class LocaleAccessor implements ThreadLocalAccessor<LocaleAccessor.Captured> {

	@Override
	public Object key() {
		return LocaleContextThreadLocalAccessor.KEY;
	}

	@Override
	public @Nullable Captured getValue() {
		LocaleContext context = LocaleContextHolder.getLocaleContext();
		return (context != null) ? new Captured(context, resolve(context)) : null;
	}

	private static LocaleContext resolve(LocaleContext context) {
		TimeZone zone = (context instanceof TimeZoneAwareLocaleContext aware) ? aware.getTimeZone() : null;
		return (zone != null) ? new SimpleTimeZoneAwareLocaleContext(context.getLocale(), zone)
				: new SimpleLocaleContext(context.getLocale());
	}

	@Override
	public void setValue(Captured value) {
		LocaleContextHolder.setLocaleContext(value.resolved());
	}

	@Override
	public void setValue() {
		LocaleContextHolder.resetLocaleContext();
	}

	@Override
	public void restore(Captured before) {
		LocaleContextHolder.setLocaleContext(before.context());
	}

	/**
	 * A captured locale context.
	 *
	 * @param context the context of the thread
	 * @param resolved its locale and time zone
	 */
	record Captured(LocaleContext context, LocaleContext resolved) {

	}

}
