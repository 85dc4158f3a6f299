package io.perfstarter.peer;

import java.net.URI;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link PeerEntry}.
 */
class PeerEntryTests {

	@ParameterizedTest
	@CsvSource({ "dns:tickets-pods:7900, false, http, tickets-pods, 7900, true",
			"dns:my_service:1, true, https, my_service, 1, true",
			"a.example.org:80, false, http, a.example.org, 80, false",
			"10.0.0.1:65535, true, https, 10.0.0.1, 65535, false", "http://a:80/, true, http, a, 80, false",
			"https://a:443, false, https, a, 443, false", "HTTPS://a:443, false, https, a, 443, false",
			"DNS:tickets-pods:7900, false, http, tickets-pods, 7900, true", "[::1]:80, false, http, [::1], 80, false" })
	void entryIsAnAddressOrAName(String text, boolean secure, String scheme, String host, int port, boolean dns) {
		assertThat(PeerEntry.of(text, secure)).isEqualTo(new PeerEntry(scheme, host, port, dns));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a", "a:", ":80", "a:0", "a:65536", "a:x", "dns:a", "http://a", "ftp://a:80",
			"http://a:80/path", "http://user@a:80", "http://a:80?q", "under_score:80", "a b:80", "[::1:80", "::1:80" })
	void otherTextIsRejected(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> PeerEntry.of(text, false));
	}

	@Test
	void addressHasThePath() {
		assertThat(PeerEntry.of("https://[::1]:80", false).address("[::1]", "/p"))
			.isEqualTo(URI.create("https://[::1]:80/p"));
	}

}
