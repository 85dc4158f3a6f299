package io.perfstarter.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the reference of the API lists the types that applications import, and that
 * each stands in the root package of its feature.
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
		assertThat(ApiReference.TYPES).hasSizeLessThan(31)
			.allSatisfy((type) -> assertThat(type).matches("[a-z]+\\.[A-Z]\\w+(\\$\\w+)?"));
	}

}
