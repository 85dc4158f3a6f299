package io.perfstarter.build;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import org.springframework.boot.configurationmetadata.ConfigurationMetadataProperty;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that each property is described, and that the reference is what the metadata
 * says.
 */
class PropertiesReferenceTests {

	private static final Path REFERENCE = Path.of("..", "docs", "reference", "properties.md");

	@Test
	void everyPropertyIsOursAndDescribed() throws IOException {
		List<ConfigurationMetadataProperty> properties = PropertiesReference.load().properties();
		assertThat(properties).isNotEmpty().allSatisfy((property) -> {
			// The latter are Boot's, one set for each endpoint.
			assertThat(property.getId())
				.matches("(perf-starter|management\\.endpoint\\.(boundary|coherence|routing|warmup|whyslow))\\..*");
			assertThat(property.getDescription()).as(property.getId()).isNotNull().matches("(?s)^[A-Z].*\\.$");
		});
	}

	@Test
	void referenceIsWhatTheMetadataSays() throws IOException {
		String generated = PropertiesReference.load().markdown();
		if (Boolean.getBoolean("reference.write")) {
			Files.writeString(REFERENCE, generated);
		}
		assertThat(REFERENCE).as("see the command at its top").hasContent(generated);
	}

	@Test
	void metadataByHandIsSorted() throws IOException {
		try (InputStream metadata = getClass()
			.getResourceAsStream("/META-INF/additional-spring-configuration-metadata.json")) {
			assertThat(metadata).isNotNull();
			List<String> names = Pattern.compile("\"name\": \"(perf-starter[^\"]+)\"")
				.matcher(new String(metadata.readAllBytes(), StandardCharsets.UTF_8))
				.results()
				.map((match) -> match.group(1))
				.toList();
			assertThat(names).isNotEmpty().isSorted();
		}
	}

}
