package io.perfstarter.reporting.ledger;

import java.util.Arrays;

import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * What a request is doing just now. Keeps what is over for the next, because it may be a
 * thousand rows. Not thread-safe.
 */
final class OpenSegments {

	private static final int USUAL = 2;

	private static final int BOUND = 256;

	private Segment[] segments = new Segment[USUAL];

	private int open;

	/**
	 * Something begins; what is too much is forgotten.
	 * @param component to which part its time belongs, {@code null} for a connection that
	 * is held
	 * @param key what it is known by
	 * @param at when it begins
	 * @param stopped for how long the JVM had stood still until then
	 */
	void add(@Nullable TimeComponent component, Object key, long at, long stopped) {
		if (this.open == BOUND) {
			return;
		}
		if (this.open == this.segments.length) {
			this.segments = Arrays.copyOf(this.segments, 2 * this.open);
		}
		Segment segment = this.segments[this.open];
		if (segment == null) {
			segment = new Segment();
			this.segments[this.open] = segment;
		}
		this.open++;
		segment.component = component;
		segment.key = key;
		segment.thread = Thread.currentThread();
		segment.startedAt = at;
		segment.stopped = stopped;
	}

	/**
	 * Something ends, if it has begun.
	 * @return what it was; only to be read at once
	 */
	@Nullable Segment remove(@Nullable TimeComponent component, Object key) {
		for (int i = this.open - 1; i >= 0; i--) {
			Segment segment = this.segments[i];
			if (segment.component == component && segment.key == key) {
				return remove(i);
			}
		}
		return null;
	}

	/**
	 * The calling thread waits for a pool no more.
	 */
	@Nullable Segment removeWait() {
		for (int i = this.open - 1; i >= 0; i--) {
			Segment segment = this.segments[i];
			if (segment.component == TimeComponent.POOL && segment.thread == Thread.currentThread()) {
				return remove(i);
			}
		}
		return null;
	}

	private Segment remove(int index) {
		Segment removed = this.segments[index];
		this.open--;
		this.segments[index] = this.segments[this.open];
		this.segments[this.open] = removed;
		removed.key = null;
		removed.thread = null;
		return removed;
	}

	/**
	 * The first part that is open, in the order of the parts.
	 */
	@Nullable TimeComponent first() {
		TimeComponent first = null;
		for (int i = 0; i < this.open; i++) {
			TimeComponent component = this.segments[i].component;
			if (component != null && (first == null || component.ordinal() < first.ordinal())) {
				first = component;
			}
		}
		return first;
	}

	/**
	 * How many connections of a pool the calling thread holds.
	 */
	int held(String pool) {
		int held = 0;
		for (int i = 0; i < this.open; i++) {
			Segment segment = this.segments[i];
			if (segment.component == null && segment.key instanceof ConnectionUsage lease && lease.pool().equals(pool)
					&& segment.thread == Thread.currentThread()) {
				held++;
			}
		}
		return held;
	}

	/**
	 * Nothing is open any more.
	 */
	void clear() {
		this.segments = new Segment[0];
		this.open = 0;
	}

	/**
	 * Something that takes time.
	 */
	static final class Segment {

		private @Nullable TimeComponent component;

		private @Nullable Object key;

		private @Nullable Thread thread;

		private long startedAt;

		private long stopped;

		/**
		 * How long it took, without the time for which the JVM stood still.
		 */
		long nanos(long until, long stoppedUntil) {
			return Math.max(0, until - this.startedAt - (stoppedUntil - this.stopped));
		}

	}

}
