package io.perfstarter.async.context;

import java.util.TimeZone;

import org.jspecify.annotations.Nullable;

import org.springframework.context.i18n.LocaleContext;
import org.springframework.context.i18n.LocaleContextThreadLocalAccessor;
import org.springframework.context.i18n.SimpleLocaleContext;
import org.springframework.context.i18n.SimpleTimeZoneAwareLocaleContext;
import org.springframework.context.i18n.TimeZoneAwareLocaleContext;

/**
 * Propagates the locale, and the time zone if set. Unlike Spring's accessor it resolves
 * both at capture time. The locale context of a web request reads the request, which may
 * have ended when the task runs.
 */
final class LocaleAccessor extends LocaleContextThreadLocalAccessor {

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
