package io.perfstarter.settings.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * The known settings below {@code perf-starter}. The configuration metadata on the class
 * path and the record types that it refers to define them. Immutable.
 */
final class KnownSettings {

	static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("perf-starter");

	/**
	 * Extracts properties without a JSON parser. Applications without one would need
	 * Spring Boot's basic parser, which splits a string at its commas.
	 */
	private static final Pattern PROPERTY = Pattern
		.compile("\"name\"\\s*:\\s*\"(perf-starter\\.[^\"]+)\"(?:\\s*,\\s*\"type\"\\s*:\\s*\"([^\"]+)\")?");

	private final List<SettingName> names;

	private final Map<SettingName, SettingName> renamed;

	private KnownSettings(List<SettingName> names, Map<SettingName, SettingName> renamed) {
		this.names = names;
		this.renamed = renamed;
	}

	static KnownSettings load(@Nullable ClassLoader classLoader) {
		ClassLoader loader = (classLoader != null) ? classLoader : KnownSettings.class.getClassLoader();
		List<SettingName> names = new ArrayList<>();
		Map<SettingName, SettingName> renamed = new LinkedHashMap<>();
		try {
			for (URL url : Collections.list(loader.getResources("META-INF/spring-configuration-metadata.json"))) {
				String json = read(url);
				if (json.contains("\"" + PREFIX + ".")) {
					addMetadata(names, json, loader);
				}
			}
			Properties properties = new Properties();
			try (InputStream resource = KnownSettings.class.getResourceAsStream("renamed-settings.properties")) {
				properties.load(resource);
			}
			properties
				.forEach((from, to) -> renamed.put(new SettingName(from.toString()), new SettingName(to.toString())));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return new KnownSettings(names, renamed);
	}

	private static String read(URL url) throws IOException {
		try (InputStream resource = url.openStream()) {
			return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
		}
	}

	private static void addMetadata(List<SettingName> names, String json, ClassLoader loader) {
		Matcher property = PROPERTY.matcher(json);
		while (property.find()) {
			addType(names, property.group(1),
					(property.group(2) != null) ? type(property.group(2), loader) : ResolvableType.NONE);
		}
	}

	/**
	 * Resolves a type of the metadata, of which only the type of the values of a
	 * collection or map is needed.
	 */
	private static ResolvableType type(String name, ClassLoader loader) {
		int generics = name.indexOf('<');
		if (generics < 0) {
			return ClassUtils.isPresent(name, loader)
					? ResolvableType.forClass(ClassUtils.resolveClassName(name, loader)) : ResolvableType.NONE;
		}
		Class<?> raw = ClassUtils.resolveClassName(name.substring(0, generics), loader);
		String[] arguments = StringUtils.delimitedListToStringArray(name.substring(generics + 1, name.length() - 1),
				",");
		ResolvableType[] types = new ResolvableType[arguments.length];
		for (int i = 0; i < arguments.length; i++) {
			types[i] = type(arguments[i], loader);
		}
		return ResolvableType.forClassWithGenerics(raw, types);
	}

	private static void addType(List<SettingName> names, String name, ResolvableType type) {
		Class<?> raw = type.resolve(Object.class);
		if (Map.class.isAssignableFrom(raw)) {
			ResolvableType value = type.asMap().getGeneric(1);
			if (value.resolve(Object.class).isRecord()) {
				addType(names, name + "." + SettingName.ANY, value);
			}
			else {
				names.add(new SettingName(name + "." + SettingName.REST));
			}
		}
		else if (Collection.class.isAssignableFrom(raw)) {
			names.add(new SettingName(name));
			addType(names, name + "." + SettingName.INDEX, type.asCollection().getGeneric(0));
		}
		else if (raw.isRecord()) {
			for (RecordComponent component : raw.getRecordComponents()) {
				addType(names, name + "." + DataObjectPropertyName.toDashedForm(component.getName()),
						ResolvableType.forMethodReturnType(component.getAccessor()));
			}
		}
		else {
			names.add(new SettingName(name));
		}
	}

	List<String> names() {
		return this.names.stream().map(SettingName::toString).toList();
	}

	boolean isEmpty() {
		return this.names.isEmpty();
	}

	/**
	 * Returns whether a setting is known.
	 * @param name its name
	 * @param empty whether its value is empty, as that of an empty map is
	 */
	boolean contains(ConfigurationPropertyName name, boolean empty) {
		return this.names.stream().anyMatch((known) -> known.matches(name) || (empty && known.isBelow(name)));
	}

	/**
	 * Returns whether an environment variable sets a known setting.
	 */
	boolean containsVariable(String variable) {
		String name = variable.toLowerCase(Locale.ROOT);
		return this.names.stream().anyMatch((known) -> known.matchesVariable(name));
	}

	NearestSetting nearest(ConfigurationPropertyName unknown) {
		for (Map.Entry<SettingName, SettingName> entry : this.renamed.entrySet()) {
			if (entry.getKey().matches(unknown)) {
				return new NearestSetting(entry.getValue().filledFrom(unknown), true);
			}
		}
		return this.names.stream()
			.min(Comparator.comparingInt((known) -> known.distance(unknown)))
			.map((known) -> new NearestSetting(known.filledFrom(unknown), false))
			.orElseThrow();
	}

}
