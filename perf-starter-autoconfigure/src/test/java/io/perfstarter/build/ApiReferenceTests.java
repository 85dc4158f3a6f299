package io.perfstarter.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the reference of the API lists the types that applications import, and that
 * each stands in the root package of its feature, unless it belongs to the log of
 * evictions.
 */
class ApiReferenceTests {

	private static final Path REFERENCE = Path.of("..", "docs", "reference", "api.md");

	@Test
	void referenceIsWhatTheSourcesDocument() throws IOException {
		String generated = ApiReference.markdown();
		if (Boolean.getBoolean("reference.write")) {
			Files.writeString(REFERENCE, generated);
		}
		assertThat(REFERENCE).as("see the command at its top").hasContent(generated);
	}

	@Test
	void typesStandInTheRootPackageOfTheirFeature() {
		assertThat(ApiReference.TYPES).hasSizeLessThan(40)
			.allSatisfy((type) -> assertThat(type)
				.matches("([a-z]+|coherence\\.(log|protocol|transport))\\.[A-Z]\\w+(\\$\\w+)?"));
	}

}
