package io.perfstarter.reporting;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PeriodLine}.
 */
class PeriodLineTests {

	@Test
	void saysAllThatWasMeasuredInOneLine() {
		assertThat(PeriodLine.of(Samples.window(Samples.NOON)))
			.isEqualTo("period=30s requests=1240 p50=12ms p99=1310ms slow=31"
					+ " | pool=orders active=4/10 peak=6 waiting=0 wait-max=1.4ms refused=0 lease-p95=9.0ms sql=92%"
					+ " | gc=G1 pauses=41 stw=38.0% longest=212ms live=82M/123M | cpu=0.6/1 throttled=0.0%"
					+ " | threads-peak=12/200 queued-peak=3"
					+ " | cache=tickets hits=125 misses=595 hit-rate=17.36% evictions=0 size=595"
					+ " | executor=mail active=2/8 waiting=5 lost=1"
					+ " | limiter=requests active=4/4 waiting=12 refused=3 waits=30 wait-mean=85ms");
	}

	@Test
	void saysThatNobodyCountsRequests() {
		assertThat(PeriodLine.of(Samples.uncounted(Samples.NOON)))
			.startsWith("period=30s requests=n/a p50=n/a p99=n/a slow=n/a | gc=G1 ");
	}

	@Test
	void saysWhatWasNotMeasured() {
		assertThat(PeriodLine.of(Samples.idle(Samples.NOON))).isEqualTo("period=500ms requests=0 p50=n/a p99=n/a slow=0"
				+ " | gc=G1 pauses=0 stw=n/a longest=0ms live=n/a/128M | cpu=n/a/n/a throttled=n/a"
				+ " | cache=tickets hits=0 misses=0 hit-rate=n/a evictions=0 size=0");
	}

}
