package io.perfstarter.coherence;

import java.net.URI;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.coherence.protocol.MessageOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link FanOutReport}.
 */
@ExtendWith(OutputCaptureExtension.class)
class FanOutReportTests {

	private final FanOutReport report = new FanOutReport(new SimpleMeterRegistry());

	@Test
	void peerThatMayRequireHttpsIsNamedWithTheRemedy(CapturedOutput output) {
		this.report.peerChanged(URI.create("http://tickets-1:8443/p"), null, MessageOutcome.REFUSED);
		assertThat(output).contains("Peer 'tickets-1:8443' rejects the messages of this instance: if its port "
				+ "requires HTTPS, list it with https:// in 'perf-starter.coherence.peers'");
	}

	@Test
	void peerThatIsCalledWithHttpsNeedsAnotherRemedy(CapturedOutput output) {
		this.report.peerChanged(URI.create("https://tickets-1:8443/p"), null, MessageOutcome.REFUSED);
		assertThat(output).contains("check which application is at this address").doesNotContain("requires HTTPS");
	}

}
