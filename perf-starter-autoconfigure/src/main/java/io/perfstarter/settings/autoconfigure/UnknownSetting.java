package io.perfstarter.settings.autoconfigure;

import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.core.ResolvableType;

/**
 * A setting that binding has left out. Its value may be a secret, and is not shown.
 *
 * @param property the setting
 * @param parent the longest beginning of its name that is known
 * @param type the type of the parent
 */
record UnknownSetting(ConfigurationProperty property, ConfigurationPropertyName parent, ResolvableType type) {

	static Stream<UnknownSetting> of(UnboundConfigurationPropertiesException failure) {
		return failure.getUnboundProperties().stream().map(UnknownSetting::of);
	}

	static UnknownSetting of(ConfigurationProperty property) {
		ConfigurationPropertyName name = property.getName();
		int known = StrictSettings.PREFIX.getNumberOfElements();
		ResolvableType type = ResolvableType.forClass(AllSettings.class);
		ResolvableType next = type;
		while (next != null) {
			type = next;
			next = (known < name.getNumberOfElements()) ? element(type, name, known) : null;
			known += (next != null) ? 1 : 0;
		}
		return new UnknownSetting(property, name.chop(known), type);
	}

	private static @Nullable ResolvableType element(ResolvableType type, ConfigurationPropertyName name, int index) {
		Class<?> raw = type.resolve(Object.class);
		if (Map.class.isAssignableFrom(raw)) {
			return type.asMap().getGeneric(1);
		}
		if (Collection.class.isAssignableFrom(raw)) {
			return name.isNumericIndex(index) ? type.asCollection().getGeneric(0) : null;
		}
		String element = name.getElement(index, Form.UNIFORM);
		return components(raw).filter((component) -> component.getName().equalsIgnoreCase(element))
			.findFirst()
			.map((component) -> ResolvableType.forMethodReturnType(component.getAccessor()))
			.orElse(null);
	}

	private static Stream<RecordComponent> components(Class<?> type) {
		return type.isRecord() ? Stream.of(type.getRecordComponents()) : Stream.empty();
	}

	String description() {
		return "The property '%s'%s %s.".formatted(this.property.getName(),
				SettingFailureAnalyzer.origin(this.property),
				isAfterGap() ? "comes after a gap in its list" : "is unknown");
	}

	/**
	 * The only known settings that binding leaves out are elements after a gap in a list.
	 */
	private boolean isAfterGap() {
		return this.parent.equals(this.property.getName());
	}

	/**
	 * Returns whether a source of higher precedence, such as the command line, replaces
	 * the list of this setting.
	 */
	boolean isReplaced(Iterable<ConfigurationPropertySource> sources) {
		return isAfterGap() && listsAround().anyMatch((list) -> isReplaced(list.append("[0]"), sources));
	}

	private Stream<ConfigurationPropertyName> listsAround() {
		ConfigurationPropertyName name = this.property.getName();
		return IntStream.range(0, name.getNumberOfElements()).filter(name::isNumericIndex).mapToObj(name::chop);
	}

	private boolean isReplaced(ConfigurationPropertyName first, Iterable<ConfigurationPropertySource> sources) {
		for (ConfigurationPropertySource source : sources) {
			if (source == this.property.getSource()) {
				return false;
			}
			if (source.getConfigurationProperty(first) != null
					|| source.containsDescendantOf(first) == ConfigurationPropertyState.PRESENT) {
				return true;
			}
		}
		return false;
	}

	String remedy() {
		if (isAfterGap()) {
			return "Number the elements of the list from 0 without a gap, all in one source of properties.";
		}
		Class<?> raw = this.type.resolve(Object.class);
		if (raw.isRecord()) {
			return "Below '%s' there are: %s.".formatted(this.parent,
					components(raw).map((component) -> DataObjectPropertyName.toDashedForm(component.getName()))
						.sorted()
						.collect(Collectors.joining(", ")));
		}
		return "'%s' is %s.".formatted(this.parent, Collection.class.isAssignableFrom(raw)
				? "a list, whose elements have numbers from 0 in brackets" : "one value");
	}

}
