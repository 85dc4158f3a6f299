package io.perfstarter.sample.sidebyside;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests {@link Versions}.
 */
@Tag("side-by-side")
class VersionsTests {

	private final Versions versions = new Versions();

	@Test
	void currentVersionIsNotStale() {
		this.versions.saw(1, 7, 100);
		assertThat(this.versions.staleness(1, 7, 900)).isZero();
		assertThat(this.versions.staleness(2, 0, 900)).isZero();
	}

	@Test
	void versionIsStaleSinceTheFirstLaterOneWasKnown() {
		this.versions.saw(1, 9, 300);
		this.versions.saw(1, 8, 500);
		assertThat(this.versions.staleness(1, 7, 900)).isEqualTo(600);
		assertThat(this.versions.staleness(1, 8, 900)).isEqualTo(600);
	}

	@Test
	void earliestKnowledgeCounts() {
		this.versions.saw(1, 8, 500);
		this.versions.saw(1, 8, 400);
		this.versions.saw(1, 8, 600);
		assertThat(this.versions.staleness(1, 7, 900)).isEqualTo(500);
	}

	@Test
	void readThatBeganBeforeIsNotStale() {
		this.versions.saw(1, 8, 500);
		assertThat(this.versions.staleness(1, 7, 450)).isZero();
	}

}
