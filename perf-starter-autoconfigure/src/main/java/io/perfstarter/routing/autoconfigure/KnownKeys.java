package io.perfstarter.routing.autoconfigure;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/**
 * Says which keys there are where one is not known.
 */
final class KnownKeys {

	private KnownKeys() {
	}

	/**
	 * Follows a key through {@link RoutingProperties} as far as it is known.
	 * @param unknown the key
	 * @return what could be meant
	 */
	static String near(ConfigurationPropertyName unknown) {
		ConfigurationPropertyName parent = ConfigurationPropertyName.of(RoutingProperties.PREFIX);
		Class<?> type = RoutingProperties.class;
		while (parent.getNumberOfElements() < unknown.getNumberOfElements()) {
			RecordComponent component = component(type, unknown, parent.getNumberOfElements());
			if (component == null || !valueType(component).isRecord()) {
				break;
			}
			int elements = (component.getType() != Map.class) ? 1 : 2;
			parent = unknown.chop(Math.min(parent.getNumberOfElements() + elements, unknown.getNumberOfElements()));
			type = valueType(component);
		}
		return "Below '%s' there are: %s.".formatted(parent,
				Arrays.stream(type.getRecordComponents())
					.map(KnownKeys::key)
					.sorted()
					.collect(Collectors.joining(", ")));
	}

	private static @Nullable RecordComponent component(Class<?> type, ConfigurationPropertyName name, int index) {
		String element = name.getElement(index, Form.UNIFORM);
		return Arrays.stream(type.getRecordComponents())
			.filter((component) -> ConfigurationPropertyName.of(key(component))
				.getElement(0, Form.UNIFORM)
				.equals(element))
			.findFirst()
			.orElse(null);
	}

	private static String key(RecordComponent component) {
		return DataObjectPropertyName.toDashedForm(component.getName());
	}

	private static Class<?> valueType(RecordComponent component) {
		return (component.getGenericType() instanceof ParameterizedType map
				&& map.getActualTypeArguments()[1] instanceof Class<?> value) ? value : component.getType();
	}

}
