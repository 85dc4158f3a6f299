package io.perfstarter.sample.compare;

import java.util.Map;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link Advised}.
 */
class AdvisedTests {

	@Test
	void whatMayStayIsNotSet() {
		assertThat(read("""
				{"windows": [], "advice": [
				{"title": "maximum size of dataSource", "sentence": "4 instead of 10. It is so."},
				{"title": "request threads", "sentence": "It is close to what the formula gives."},
				{"title": "maximum lifetime of dataSource", "sentence": "295000 instead of 1800000. It is so."}]}"""))
			.isEqualTo(new Advised(0, Map.of("spring.datasource.hikari.maximum-pool-size", "4")));
	}

	@Test
	void theLargestHeapOfAllVerdictsIsTaken() {
		assertThat(read("""
				{"windows": [{"verdict": null},
				{"verdict": {"cause": "GC_HEAP_TOO_SMALL", "remedy": "Set -Xmx150m.", "others": []}},
				{"verdict": {"cause": "POOL", "remedy": "Not -Xmx900m.", "others": [
				{"cause": "GC_HEAP_TOO_SMALL", "remedy": "Set -Xmx170m."}]}}]}"""))
			.isEqualTo(new Advised(170, Map.of()));
	}

	@Test
	void itIsSetInPlaceOfWhatWasSet() {
		Setting before = Setting.of("ticket").with("server.tomcat.threads.max", 200);
		Setting after = before.applied(new Advised(170, Map.of("server.tomcat.threads.max", "30")));
		assertThat(after.heap()).isEqualTo(170);
		assertThat(after.properties()).containsExactly(Map.entry("server.tomcat.threads.max", "30"));
	}

	@Test
	void aStepMayWantAPartOfIt() {
		Advised advised = new Advised(170, Map.of("server.tomcat.threads.max", "30"));
		assertThat(advised.only(Advice.HEAP)).isEqualTo(new Advised(170, Map.of()));
		assertThat(advised.only(Advice.POOL_AND_THREADS))
			.isEqualTo(new Advised(0, Map.of("server.tomcat.threads.max", "30")));
		assertThat(advised.only(Advice.NONE)).isEqualTo(Advised.NOTHING);
	}

	private static Advised read(String whyslow) {
		return Advised.of(new JsonMapper().readTree(whyslow));
	}

}
