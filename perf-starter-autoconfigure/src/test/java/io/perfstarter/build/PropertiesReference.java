package io.perfstarter.build;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.springframework.boot.configurationmetadata.ConfigurationMetadataProperty;
import org.springframework.boot.configurationmetadata.ConfigurationMetadataRepositoryJsonBuilder;

/**
 * The configuration metadata of this project, with the elements of maps and lists that
 * metadata has no names for, and the reference page generated from both.
 */
final class PropertiesReference {

	private final Map<String, ConfigurationMetadataProperty> properties;

	private PropertiesReference(Map<String, ConfigurationMetadataProperty> properties) {
		this.properties = properties;
	}

	static PropertiesReference load() throws IOException {
		for (URL url : Collections.list(PropertiesReference.class.getClassLoader()
			.getResources("META-INF/spring-configuration-metadata.json"))) {
			if (url.getPath().contains("perf-starter-autoconfigure")) {
				try (InputStream metadata = url.openStream();
						InputStream elements = PropertiesReference.class
							.getResourceAsStream("/reference/elements-of-collections.json")) {
					return new PropertiesReference(
							new TreeMap<>(ConfigurationMetadataRepositoryJsonBuilder.create(metadata, elements)
								.build()
								.getAllProperties()));
				}
			}
		}
		throw new IllegalStateException("There is no configuration metadata of this project on the class path");
	}

	List<ConfigurationMetadataProperty> properties() {
		return List.copyOf(this.properties.values());
	}

	String markdown() {
		StringBuilder page = new StringBuilder(
				"""
						# Properties

						Generated from the configuration metadata. To generate it anew:
						`./mvnw -pl perf-starter-core,perf-starter-autoconfigure test -Dtest=PropertiesReferenceTests -Dsurefire.failIfNoSpecifiedTests=false -Dreference.write=true`

						| property | type | default | description |
						|---|---|---|---|
						""");
		this.properties.values()
			.forEach((property) -> page.append("| `%s` | %s | %s | %s |%n".formatted(property.getId(), type(property),
					(property.getDefaultValue() != null) ? "`" + property.getDefaultValue() + "`" : "",
					property.getDescription())));
		return page.toString();
	}

	private static String type(ConfigurationMetadataProperty property) {
		return property.getType().replaceAll("[a-zA-Z0-9_.$]+[.$]", "").replace(",", ", ");
	}

}
