package io.perfstarter.build;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.Meter;

/**
 * The meters of this project, and the reference that is made of them.
 */
final class MetersReference {

	/**
	 * Tags whose values are names that the user has given; all others are ours.
	 */
	private static final Set<String> NAMES = Set.of("cache", "executor", "method", "pool", "replica", "target");

	private final Map<String, List<Meter.Id>> meters = new TreeMap<>();

	MetersReference(Collection<Meter> meters) {
		meters.stream()
			.map(Meter::getId)
			.filter((id) -> id.getName().startsWith("perf.starter."))
			.forEach((id) -> this.meters.computeIfAbsent(id.getName(), (name) -> new ArrayList<>()).add(id));
	}

	Map<String, List<Meter.Id>> meters() {
		return this.meters;
	}

	String markdown() {
		StringBuilder page = new StringBuilder(
				"""
						# Meters

						Generated from the meters of an application that uses every feature. To generate it anew:
						`./mvnw -pl perf-starter-core,perf-starter-autoconfigure test -Dtest=MetersReferenceTests -Dsurefire.failIfNoSpecifiedTests=false -Dreference.write=true`

						Tags with values listed here have no others. The values of the other tags are names of yours: `cache`, `executor`, `method`,
						`pool`, `replica`, and `target`, which is `primary` or a replica. `method` is also `(no transaction)` and, after 1,000 methods, `(others)`. Caches of ours also have Micrometer's `cache.gets`,
						`cache.puts`, `cache.evictions` and `cache.size`, and pools of replicas the `hikaricp.*` of any pool.

						| meter | type | tags | unit | description |
						|---|---|---|---|---|
						""");
		this.meters.forEach((name, ids) -> page.append("| `%s` | %s | %s | %s | %s. |%n".formatted(name,
				ids.get(0).getType().name().toLowerCase(Locale.ROOT), tags(ids),
				(ids.get(0).getBaseUnit() != null) ? ids.get(0).getBaseUnit() : "", ids.get(0).getDescription())));
		return page.toString();
	}

	private static String tags(List<Meter.Id> ids) {
		Map<String, Set<String>> tags = new TreeMap<>();
		ids.forEach((id) -> id.getTags()
			.forEach((tag) -> tags.computeIfAbsent(tag.getKey(), (key) -> new TreeSet<>()).add(tag.getValue())));
		return tags.entrySet()
			.stream()
			.map((tag) -> NAMES.contains(tag.getKey()) ? "`" + tag.getKey() + "`"
					: "`%s`: %s".formatted(tag.getKey(), String.join(", ", tag.getValue())))
			.collect(Collectors.joining("; "));
	}

}
