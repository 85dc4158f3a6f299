package io.perfstarter.routing;

import java.io.Serializable;
import java.time.Duration;
import java.util.UUID;

import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

import org.springframework.web.util.WebUtils;

/**
 * Remembers in the HTTP session when something was written, as soon as it was, because
 * the answer may be on its way before the request is over. Thread-safe by the session's
 * mutex.
 *
 * <p>
 * The moment is one of this instance's clock. Of what another instance has written the
 * time of day is known only, so there the primary is read for a window of time; clocks
 * that differ shorten or lengthen it.
 */
final class SessionWrites {

	private static final String LAST = SessionWrites.class.getName() + ".last";

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
			if (!(session.getAttribute(LAST) instanceof Write last) || last.isBefore(write)) {
				session.setAttribute(LAST, write);
			}
		}
	}

	void recall(@Nullable HttpSession session, ReadScope scope) {
		if (session == null || !(session.getAttribute(LAST) instanceof Write last)) {
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
	 * @param instance where it was made
	 * @param nanos when, by that instance's {@link System#nanoTime()}
	 * @param millis when, by the time of day
	 */
	private record Write(String instance, long nanos, long millis) implements Serializable {

		boolean isBefore(Write other) {
			return !this.instance.equals(other.instance) || other.nanos - this.nanos > 0;
		}

	}

}
