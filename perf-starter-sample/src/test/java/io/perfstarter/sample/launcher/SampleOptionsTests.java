package io.perfstarter.sample.launcher;

import java.nio.file.Path;

import io.perfstarter.sample.launcher.SampleOptions.DatabaseKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link SampleOptions}.
 */
class SampleOptionsTests {

	@Test
	void withoutArgumentsStartsTwoInstancesOnPostgres() {
		SampleOptions options = SampleOptions.parse("");
		assertThat(options.instances()).isEqualTo(2);
		assertThat(options.portOffset()).isZero();
		assertThat(options.database()).isEqualTo(DatabaseKind.POSTGRESQL);
		assertThat(options.virtualThreads()).isFalse();
		assertThat(options.databaseLog()).isFalse();
		assertThat(options.stopWithParent()).isFalse();
	}

	@Test
	void readsAllOptionsFromOneArgument() {
		SampleOptions options = SampleOptions
			.parse("--sample.instances=3 --sample.port-offset=100  --sample.database=h2");
		assertThat(options.instances()).isEqualTo(3);
		assertThat(options.portOffset()).isEqualTo(100);
		assertThat(options.database()).isEqualTo(DatabaseKind.H2);
		assertThat(options.directory()).endsWithRaw(Path.of("offset-100"));
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void switchesVirtualThreadsOn() {
		assertThat(SampleOptions.parse("--sample.virtual-threads").virtualThreads()).isTrue();
	}

	@Test
	@EnabledForJreRange(max = JRE.JAVA_20)
	void namesTheJdkThatVirtualThreadsNeed() {
		assertThatExceptionOfType(SampleException.class)
			.isThrownBy(() -> SampleOptions.parse("--sample.virtual-threads"))
			.withMessageContaining("--sample.virtual-threads needs JDK 21 or newer");
	}

	@Test
	void theLogMayBeInPostgresOnly() {
		assertThat(SampleOptions.parse("--sample.log=database").databaseLog()).isTrue();
		assertThat(SampleOptions.parse("--sample.log=peers").databaseLog()).isFalse();
		assertThatExceptionOfType(SampleException.class)
			.isThrownBy(() -> SampleOptions.parse("--sample.log=database --sample.database=h2"))
			.withMessageContaining("needs PostgreSQL");
	}

	@ParameterizedTest
	@ValueSource(strings = { "--sample.instances=0", "--sample.instances=10", "--sample.instances=two",
			"--sample.port-offset=-1", "--sample.port-offset=", "--sample.database=oracle", "--sample.log=none",
			"--help" })
	void namesAnOptionThatMakesNoSense(String option) {
		assertThatExceptionOfType(SampleException.class).isThrownBy(() -> SampleOptions.parse(option))
			.withMessageContaining(option.substring(0, option.indexOf('=') + 1));
	}

}
