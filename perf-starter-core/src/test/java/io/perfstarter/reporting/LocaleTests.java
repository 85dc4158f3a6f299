package io.perfstarter.reporting;

import java.util.List;
import java.util.Locale;

import io.perfstarter.reporting.rules.Cause;
import io.perfstarter.reporting.rules.Verdict;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the log is the same where numbers have other digits and a decimal comma.
 */
@ExtendWith(OutputCaptureExtension.class)
class LocaleTests {

	private static final Verdict SQL = Samples.verdict(Cause.SLOW_SQL, "select ?");

	private final Locale usual = Locale.getDefault();

	@BeforeEach
	void goElsewhere() {
		Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
	}

	@AfterEach
	void comeBack() {
		Locale.setDefault(this.usual);
	}

	@Test
	void ofAPeriod() {
		assertThat(new PeriodLine().of(Samples.window(Samples.NOON))).contains("requests=1240", "p99=1310ms",
				"stw=38.0%", "wait-mean=85ms", "hit-rate=17.36%");
	}

	@Test
	void ofASlowRequest() {
		assertThat(Announcements.SlowLine.of(Samples.request(Samples.NOON, 88), SQL))
			.contains("sql 88ms (3 statements) + fetch n/a (20 rows)", "blocked 4.0ms");
	}

	@Test
	void ofAWarning(CapturedOutput output) {
		new Announcements().announce(Samples.judged(Samples.NOON, SQL), List.of());
		assertThat(output).contains("31 of 1240 requests slow");
	}

}
