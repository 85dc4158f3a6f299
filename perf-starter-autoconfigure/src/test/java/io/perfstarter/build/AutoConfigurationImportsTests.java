package io.perfstarter.build;

import java.util.ArrayList;
import java.util.List;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that each auto-configuration is imported, in order.
 */
class AutoConfigurationImportsTests {

	@Test
	void importsEveryAutoConfigurationOnceAndSorted() {
		List<String> imported = new ArrayList<>();
		ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()).forEach((name) -> {
			if (name.startsWith("io.perfstarter.")) {
				imported.add(name);
			}
		});
		List<String> existing = new ClassFileImporter().withImportOption(new DoNotIncludeTests())
			.importPackages("io.perfstarter")
			.stream()
			.filter((type) -> type.isAnnotatedWith(AutoConfiguration.class))
			.map(JavaClass::getName)
			.sorted()
			.toList();
		assertThat(existing).isNotEmpty();
		assertThat(imported).containsExactlyElementsOf(existing);
	}

}
