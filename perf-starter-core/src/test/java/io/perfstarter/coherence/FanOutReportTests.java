package io.perfstarter.coherence;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.util.concurrent.CompletionException;

import javax.net.ssl.SSLException;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.coherence.protocol.MessageOutcome;
import io.perfstarter.coherence.protocol.Missed;
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

	private final FanOutReport report = new FanOutReport(new SimpleMeterRegistry(), true);

	@Test
	void peerThatMayRequireHttpsIsNamedWithTheRemedy(CapturedOutput output) {
		this.report.peerChanged(URI.create("http://tickets-1:8443/p"), null, MessageOutcome.REFUSED, null);
		assertThat(output).contains("Peer 'tickets-1:8443' rejects the messages of this instance: if its port "
				+ "requires HTTPS, list it with https:// in 'perf-starter.coherence.peers'");
	}

	@Test
	void peerThatIsCalledWithHttpsNeedsAnotherRemedy(CapturedOutput output) {
		this.report.peerChanged(URI.create("https://tickets-1:8443/p"), null, MessageOutcome.REFUSED, null);
		assertThat(output).contains("check which application is at this address").doesNotContain("requires HTTPS");
	}

	@Test
	void peerThatExpectsHttpsIsNamedWithTheRemedy(CapturedOutput output) {
		unreachable("http", new IOException("HTTP/1.1 header parser received no bytes", new EOFException()));
		assertThat(output).contains("evictions are sent when it responds; if its port expects HTTPS and not HTTP, set "
				+ "'perf-starter.coherence.ssl-bundle' in all instances or in none");
	}

	@Test
	void peerThatExpectsHttpIsNamedWithTheRemedy(CapturedOutput output) {
		unreachable("https", new SSLException("Unsupported or unrecognized SSL message"));
		assertThat(output).contains("if its port expects HTTP and not HTTPS, set 'perf-starter.coherence.ssl-bundle'");
	}

	@Test
	void peerThatIsUnreachableForAnotherReasonNeedsNoScheme(CapturedOutput output) {
		unreachable("https", new SSLException("PKIX path building failed"));
		unreachable("http", new ConnectException());
		assertThat(output).contains("evictions are sent when it responds").doesNotContain("ssl-bundle");
	}

	@Test
	void peerThatIsNotAtItsAddressIsNamed(CapturedOutput output) {
		this.report.peerChanged(URI.create("http://tickets-1:8443/p"), null, MessageOutcome.MISDIRECTED, null);
		assertThat(output).contains("Peer 'tickets-1:8443' is not at this address");
	}

	@Test
	void whereMessagesAreHintsNothingIsMissed(CapturedOutput output) {
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		new FanOutReport(registry, false).missed(Missed.DEPARTURE, "a");
		assertThat(registry.get("perf.starter.coherence.missed").tag("reason", "departure").counter().count()).isZero();
		assertThat(output).doesNotContain("may have been missed");
	}

	private void unreachable(String scheme, IOException failure) {
		this.report.peerChanged(URI.create(scheme + "://tickets-1:8443/p"), null, MessageOutcome.UNREACHABLE,
				new CompletionException(failure));
	}

}
