package io.perfstarter.build;

import java.io.IOException;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.springframework.boot.configurationmetadata.ConfigurationMetadataProperty;

/**
 * Finds the properties of this project that a text names and that do not exist.
 */
final class KnownProperties {

	private static final Pattern NAME = Pattern.compile("perf-starter\\.[a-z<*][\\w.<>*\\[\\]-]*");

	/**
	 * Several names with a common prefix, of which only the first one is written in full.
	 */
	private static final Pattern GROUP = Pattern
		.compile("`(" + NAME.pattern() + ")[^`]*`((?:(?:, | and | or )`\\.[a-z][^`]*`)+)");

	private static final Pattern SHORT = Pattern.compile("`\\.([\\w.<>*-]+)");

	private final List<List<String>> known;

	private KnownProperties(List<List<String>> known) {
		this.known = known;
	}

	static KnownProperties load() throws IOException {
		return new KnownProperties(PropertiesReference.load()
			.properties()
			.stream()
			.map(ConfigurationMetadataProperty::getId)
			.map(KnownProperties::segments)
			.toList());
	}

	/**
	 * The names in a line that are neither properties nor prefixes of some.
	 */
	List<String> unknown(String line) {
		Stream<String> full = NAME.matcher(line)
			.results()
			.map(MatchResult::group)
			.filter((name) -> !isKnown(segments(name)));
		Stream<String> shortened = GROUP.matcher(line)
			.results()
			.flatMap((group) -> SHORT.matcher(group.group(2))
				.results()
				.map((name) -> name.group(1))
				.filter((name) -> !continues(segments(group.group(1)), name))
				.map((name) -> group.group(1) + ", ." + name));
		return Stream.concat(full, shortened).toList();
	}

	private boolean continues(List<String> first, String name) {
		return Stream.iterate(1, (length) -> length < first.size(), (length) -> length + 1)
			.map((length) -> Stream.concat(first.subList(0, length).stream(), segments(name).stream()).toList())
			.anyMatch(this::isKnown);
	}

	private boolean isKnown(List<String> name) {
		return this.known.stream().anyMatch((property) -> isPrefix(name, property) || isEntry(name, property));
	}

	private static boolean isPrefix(List<String> name, List<String> property) {
		for (int i = 0; i < Math.min(name.size(), property.size()); i++) {
			if (!isPlaceholder(name.get(i)) && !isPlaceholder(property.get(i))
					&& !name.get(i).equals(property.get(i))) {
				return false;
			}
		}
		return name.size() <= property.size();
	}

	/**
	 * Whether the property is a map of plain values, and the name one of its entries.
	 */
	private boolean isEntry(List<String> name, List<String> property) {
		return name.size() > property.size() && isPrefix(property, name) && this.known.stream()
			.noneMatch((other) -> other.size() > property.size() && isPrefix(property, other));
	}

	private static boolean isPlaceholder(String segment) {
		return segment.startsWith("<") || segment.startsWith("*");
	}

	private static List<String> segments(String name) {
		return List.of(name.replaceAll("\\[\\w*]", "").split("\\."));
	}

}
