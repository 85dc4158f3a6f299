package io.perfstarter.reporting.request;

import java.util.Arrays;
import java.util.function.ObjLongConsumer;

import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * The operations in progress of one request. Reuses the segments of finished operations,
 * because fetching may create a thousand of them. Not thread-safe.
 */
final class OpenSegments {

	private static final int USUAL = 2;

	private static final int BOUND = 256;

	private Segment[] segments = new Segment[USUAL];

	private int open;

	/**
	 * Starts a segment. Ignores it if too many are open.
	 * @param component the component of its time, {@code null} for a borrowed connection
	 * @param key identifies the segment
	 * @param at the start
	 * @param stopped the total time of JVM pauses until the start
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
	 * Ends a segment if it is open.
	 * @return the segment, which is valid until the next one starts
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
	 * Returns the first open component, in the order of the components.
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
	 * Returns the thread that began an open operation of a component.
	 */
	@Nullable Thread threadIn(TimeComponent component) {
		return Arrays.stream(this.segments, 0, this.open)
			.filter((segment) -> segment.component == component)
			.findFirst()
			.map((segment) -> segment.thread)
			.orElse(null);
	}

	/**
	 * Returns the number of connections of a pool that the calling thread has borrowed.
	 */
	int held(String pool) {
		int held = 0;
		for (int i = 0; i < this.open; i++) {
			Segment segment = this.segments[i];
			if (segment.component == null && segment.key instanceof ConnectionUsage usage && usage.pool().equals(pool)
					&& segment.thread == Thread.currentThread()) {
				held++;
			}
		}
		return held;
	}

	/**
	 * Passes the key of each segment and its duration without JVM pauses.
	 */
	void forEach(long until, long stoppedUntil, ObjLongConsumer<@Nullable Object> action) {
		for (int i = 0; i < this.open; i++) {
			action.accept(this.segments[i].key, this.segments[i].nanos(until, stoppedUntil));
		}
	}

	/**
	 * Removes all segments.
	 */
	void clear() {
		this.segments = new Segment[0];
		this.open = 0;
	}

	/**
	 * One operation in progress.
	 */
	static final class Segment {

		private @Nullable TimeComponent component;

		private @Nullable Object key;

		private @Nullable Thread thread;

		private long startedAt;

		private long stopped;

		/**
		 * Returns the duration without JVM pauses.
		 */
		long nanos(long until, long stoppedUntil) {
			return Math.max(0, until - this.startedAt - (stoppedUntil - this.stopped));
		}

	}

}
