package io.perfstarter.routing.session;

import java.io.Serializable;
import java.time.Duration;
import java.util.UUID;

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
	 * @param instance the instance that made it
	 * @param nanos the time by {@link System#nanoTime()} of that instance
	 * @param millis the wall-clock time
	 */
	private record Write(String instance, long nanos, long millis) implements Serializable {

		boolean isBefore(Write other) {
			return !this.instance.equals(other.instance) || other.nanos - this.nanos > 0;
		}

	}

}
