package io.perfstarter.routing;

import java.util.function.LongConsumer;

import org.jspecify.annotations.Nullable;

/**
 * What a request, or else a thread, has written last, and which replica it reads from.
 * Not thread-safe.
 */
final class ReadScope {

	/**
	 * Nothing was written.
	 */
	static final long NEVER = Long.MIN_VALUE;

	private final boolean request;

	private final LongConsumer writes;

	private long lastWrite = NEVER;

	private @Nullable Replica replica;

	private ReadScope(boolean request, LongConsumer writes) {
		this.request = request;
		this.writes = writes;
	}

	static ReadScope ofThread() {
		return new ReadScope(false, (now) -> {
		});
	}

	/**
	 * Creates the scope of a request.
	 * @param writes hears when something was written, before anybody is told
	 */
	static ReadScope ofRequest(LongConsumer writes) {
		return new ReadScope(true, writes);
	}

	/**
	 * Whether it is over when a request is, so that its reads can stay with one replica.
	 */
	boolean isRequest() {
		return this.request;
	}

	long lastWrite() {
		return this.lastWrite;
	}

	/**
	 * Something was written.
	 * @param now the time after the commit
	 */
	void wrote(long now) {
		mustFind(now);
		this.writes.accept(now);
	}

	/**
	 * Reads must find what was written until a moment.
	 */
	void mustFind(long moment) {
		if (this.lastWrite == NEVER || moment - this.lastWrite > 0) {
			this.lastWrite = moment;
		}
	}

	@Nullable Replica replica() {
		return this.replica;
	}

	void replica(Replica chosen) {
		this.replica = chosen;
	}

}
