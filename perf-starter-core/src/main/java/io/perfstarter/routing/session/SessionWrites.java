package io.perfstarter.routing.session;

import java.time.Duration;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

import org.springframework.web.util.WebUtils;

/**
 * Stores the time of the last write in the HTTP session, directly after the commit,
 * because the response may be sent before the request ends. Synchronised on the session
 * mutex.
 *
 * <p>
 * On the instance that made the write, the time is exact. Other instances know only the
 * wall-clock time and read from the primary for the configured window; clock differences
 * between the instances shorten or lengthen it.
 */
final class SessionWrites {

	/**
	 * The name of the attribute. Its value is a text, so that instances of another
	 * version can read a session that they share.
	 */
	static final String LAST = "perf-starter.routing.last-write";

	private final String instance = UUID.randomUUID().toString();

	private final Duration window;

	SessionWrites(Duration window) {
		this.window = window;
	}

	void wrote(@Nullable HttpSession session, long now) {
		if (session == null) {
			return;
		}
		Write write = new Write(this.instance, now, System.currentTimeMillis());
		synchronized (WebUtils.getSessionMutex(session)) {
			Write last = Write.parse(session.getAttribute(LAST));
			if (last == null || last.isBefore(write)) {
				session.setAttribute(LAST, write.text());
			}
		}
	}

	void recall(@Nullable HttpSession session, ReadScope scope) {
		Write last = (session != null) ? Write.parse(session.getAttribute(LAST)) : null;
		if (last == null) {
			return;
		}
		if (last.instance().equals(this.instance)) {
			scope.mustFind(last.nanos());
		}
		else if (System.currentTimeMillis() - last.millis() < this.window.toMillis()) {
			scope.mustFind(System.nanoTime());
		}
	}

	/**
	 * The last write of a session.
	 *
	 * @param instance the instance that made it
	 * @param nanos the time by {@link System#nanoTime()} of that instance
	 * @param millis the wall-clock time
	 */
	private record Write(String instance, long nanos, long millis) {

		private static final Pattern TEXT = Pattern.compile("(\\S+) (-?\\d{1,19}) (\\d{1,19})");

		static @Nullable Write parse(@Nullable Object text) {
			Matcher parts = TEXT.matcher(String.valueOf(text));
			try {
				return parts.matches()
						? new Write(parts.group(1), Long.parseLong(parts.group(2)), Long.parseLong(parts.group(3)))
						: null;
			}
			catch (NumberFormatException ex) {
				return null;
			}
		}

		String text() {
			return "%s %d %d".formatted(this.instance, this.nanos, this.millis);
		}

		boolean isBefore(Write other) {
			return !this.instance.equals(other.instance) || other.nanos - this.nanos > 0;
		}

	}

}
