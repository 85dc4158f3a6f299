package io.perfstarter.coherence.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalCopies;

/**
 * Guarded caches reduced to their rules: an entry is stale once something that concerns
 * it was evicted under a number that is not below its stamp.
 */
final class ModelCopies implements Copies, LocalCopies {

	private final FreshnessWatermark watermark;

	private final LongSupplier clock;

	private final Variant variant;

	private final Map<Row, Entry> entries = new HashMap<>();

	private final Map<Row, Long> evictedAt = new HashMap<>();

	private final List<Event> withheld = new ArrayList<>();

	ModelCopies(FreshnessWatermark watermark, LongSupplier clock, Variant variant) {
		this.watermark = watermark;
		this.clock = clock;
		this.variant = variant;
		long start = clock.getAsLong();
		new SimulatedDatabase().rows().forEach((row) -> this.evictedAt.put(row, start));
	}

	@Override
	public LocalCopies local() {
		return this;
	}

	@Override
	public CompletableFuture<Version> read(Row row, Supplier<CompletableFuture<Version>> load) {
		Entry entry = this.entries.get(row);
		if (entry != null && isFresh(row, entry) && isCovered(row, entry)) {
			return CompletableFuture.completedFuture(entry.version());
		}
		long stamp = this.clock.getAsLong();
		return load.get().thenApply((version) -> {
			Entry loaded = new Entry(version, stamp);
			if (isFresh(row, loaded)) {
				this.entries.put(row, loaded);
			}
			return version;
		});
	}

	private boolean isFresh(Row row, Entry entry) {
		return !this.watermark.isBypass() && this.withheld.stream().noneMatch(row::isIn)
				&& (this.variant == Variant.WITHOUT_GUARD || this.evictedAt.get(row) < entry.stamp());
	}

	private boolean isCovered(Row row, Entry entry) {
		return this.variant == Variant.WITHOUT_CERTIFICATE
				|| this.watermark.forCache(row.cache()).covers(entry.stamp());
	}

	@Override
	public boolean knows(String cache) {
		return SimulatedDatabase.CACHES.contains(cache);
	}

	@Override
	public void evict(List<Event> events) {
		events.forEach(this::evict);
	}

	private void evict(Event event) {
		this.evictedAt.replaceAll((row, number) -> row.isIn(event) ? this.clock.getAsLong() : number);
		this.entries.keySet().removeIf((row) -> row.isIn(event));
	}

	@Override
	public void withhold(List<Event> events) {
		this.withheld.addAll(events);
	}

	@Override
	public void release(List<Event> events) {
		events.forEach(this.withheld::remove);
	}

	@Override
	public void missed() {
		if (this.variant == Variant.WITHOUT_MISSED_EVICTIONS) {
			long now = this.clock.getAsLong() + 1;
			this.entries.replaceAll((row, entry) -> new Entry(entry.version(), now));
		}
	}

	/**
	 * A value and when its read began.
	 */
	private record Entry(Version version, long stamp) {
	}

}
