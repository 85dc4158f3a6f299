package io.perfstarter.coherence.simulation;

import java.time.Duration;

import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.PendingCommits;

/**
 * An instance of an {@link IdleFleet}: its clock, its timer, and since when it is
 * certified.
 */
final class IdleInstance {

	static final Duration BOUND = Duration.ofSeconds(15);

	private static final long NEVER = Long.MAX_VALUE;

	private final VirtualTime time;

	private final FreshnessWatermark watermark = new FreshnessWatermark(BOUND, this::now);

	private final long startedAt;

	private long certifiedAt = NEVER;

	// How long it has waited since its task began. Nothing happens to it meanwhile, so
	// that its clock can run ahead of the others, whose time has not come yet.
	private long waited;

	IdleInstance(VirtualTime time) {
		this.time = time;
		this.startedAt = time.now();
		this.watermark.awaitPeers();
	}

	LocalSide local() {
		return new LocalSide(new ModelCopies(this.watermark, this::now, Variant.COMPLETE), this.watermark,
				new PendingCommits(this::now, this.watermark));
	}

	long now() {
		return this.time.now() + this.waited;
	}

	void await(Duration wait) {
		this.waited += wait.toNanos();
	}

	void later(Duration delay, Runnable task) {
		this.time.after(this.waited + delay.toNanos(), () -> run(task));
	}

	void run(Runnable task) {
		this.waited = 0;
		observe();
		task.run();
		observe();
	}

	private void observe() {
		if (this.watermark.isExpired()) {
			this.certifiedAt = NEVER;
		}
		else if (this.certifiedAt == NEVER) {
			this.certifiedAt = now();
		}
	}

	long startedAt() {
		return this.startedAt;
	}

	/**
	 * Returns since when it has served entries of any age all the time.
	 */
	long certifiedAt() {
		observe();
		if (this.certifiedAt == NEVER) {
			throw new IllegalStateException("It is not certified");
		}
		return this.certifiedAt;
	}

}
