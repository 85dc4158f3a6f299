package io.perfstarter.routing.session;

import java.util.function.LongConsumer;

import io.perfstarter.routing.freshness.Sampler;
import org.jspecify.annotations.Nullable;

/**
 * The last write and the chosen replica of a request, or of a thread outside of requests.
 * Not thread-safe.
 */
public final class ReadScope {

	private final boolean request;

	private final LongConsumer writes;

	private long lastWrite = Sampler.NEVER;

	private @Nullable String replica;

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
	 * @param writes called with the time of each write, before the caller is informed of
	 * its success
	 */
	static ReadScope ofRequest(LongConsumer writes) {
		return new ReadScope(true, writes);
	}

	/**
	 * Returns whether this is the scope of a request, so that its reads can use one
	 * replica.
	 */
	public boolean isRequest() {
		return this.request;
	}

	/**
	 * Returns the time of the last write, {@link Sampler#NEVER} if there was none.
	 */
	public long lastWrite() {
		return this.lastWrite;
	}

	/**
	 * Records a write.
	 * @param now the time after the commit
	 */
	public void wrote(long now) {
		mustFind(now);
		this.writes.accept(now);
	}

	/**
	 * Requires that reads see all writes up to a time.
	 */
	void mustFind(long moment) {
		if (this.lastWrite == Sampler.NEVER || moment - this.lastWrite > 0) {
			this.lastWrite = moment;
		}
	}

	public @Nullable String replica() {
		return this.replica;
	}

	public void replica(String chosen) {
		this.replica = chosen;
	}

}
