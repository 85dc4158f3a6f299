package io.perfstarter.reporting;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Says in one line per cache what it did since it was asked last.
 *
 * <p>
 * Confined to one thread.
 */
public final class CacheLines implements Supplier<List<String>> {

	private final Supplier<Map<String, Activity>> activities;

	private final Map<String, Activity> previous = new HashMap<>();

	/**
	 * Takes where to look.
	 * @param activities what each cache has done since it was created, by its name
	 */
	public CacheLines(Supplier<Map<String, Activity>> activities) {
		this.activities = activities;
	}

	@Override
	public List<String> get() {
		List<String> lines = new ArrayList<>();
		this.activities.get().forEach((name, activity) -> {
			Activity before = this.previous.put(name, activity);
			lines.add(line(name, (before != null) ? activity.since(before) : activity));
		});
		return lines;
	}

	private static String line(String name, Activity activity) {
		long reads = activity.hits() + activity.misses();
		String hitRate = (reads > 0) ? String.format(Locale.ROOT, "%.2f%%", 100.0 * activity.hits() / reads) : "n/a";
		return "cache=%s hits=%d misses=%d hit-rate=%s evictions=%d size=%d".formatted(name, activity.hits(),
				activity.misses(), hitRate, activity.evictions(), activity.size());
	}

	/**
	 * What a cache has done.
	 *
	 * @param hits reads that were answered
	 * @param misses reads that were not
	 * @param evictions entries that made room for others
	 * @param size entries held now
	 */
	public record Activity(long hits, long misses, long evictions, long size) {

		Activity since(Activity before) {
			return new Activity(this.hits - before.hits, this.misses - before.misses, this.evictions - before.evictions,
					this.size);
		}

	}

}
