package io.perfstarter.async;

import java.util.TimeZone;

import org.jspecify.annotations.Nullable;

import org.springframework.context.i18n.LocaleContext;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.context.i18n.SimpleLocaleContext;
import org.springframework.context.i18n.SimpleTimeZoneAwareLocaleContext;
import org.springframework.context.i18n.TimeZoneAwareLocaleContext;

/**
 * Propagates the locale, and the time zone if set.
 */
final class LocaleSource implements ContextSource<LocaleContext> {

	/**
	 * Resolves the locale immediately, because a locale context of a web request reads
	 * the request, which may have ended when the task runs.
	 */
	@Override
	public @Nullable LocaleContext capture() {
		LocaleContext current = current();
		if (current == null) {
			return null;
		}
		TimeZone zone = (current instanceof TimeZoneAwareLocaleContext aware) ? aware.getTimeZone() : null;
		return (zone != null) ? new SimpleTimeZoneAwareLocaleContext(current.getLocale(), zone)
				: new SimpleLocaleContext(current.getLocale());
	}

	@Override
	public @Nullable LocaleContext current() {
		return LocaleContextHolder.getLocaleContext();
	}

	@Override
	public void set(LocaleContext value) {
		LocaleContextHolder.setLocaleContext(value);
	}

	@Override
	public void restore(@Nullable LocaleContext before) {
		LocaleContextHolder.setLocaleContext(before);
	}

}
