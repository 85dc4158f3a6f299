package io.perfstarter.routing.connection;

import java.util.Arrays;
import java.util.Base64;

import io.perfstarter.support.Signer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ReadToken}.
 */
class ReadTokenTests {

	private static final byte[] POSITION = { 76, 0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 1, 5, 6, 7, 8, 9, 10, 11, 12 };

	private final Signer signer = new Signer("a secret of thirty-two characters");

	private final String text = new ReadToken(1_800_000_000L, POSITION).sign(this.signer);

	private byte[] bytes() {
		return Base64.getUrlDecoder().decode(this.text);
	}

	private ReadToken parse(byte[] bytes) {
		return ReadToken.parse(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes), this.signer);
	}

	@Test
	void textIsShortAndFitForUrlsAndCookies() {
		assertThat(this.text).hasSize(56).matches("[A-Za-z0-9_-]+");
		assertThat(new ReadToken(1, null).sign(this.signer)).hasSize(28).matches("[A-Za-z0-9_-]+");
	}

	@Test
	void otherInstancesReadWhatOneHasSigned() {
		ReadToken token = ReadToken.parse(this.text, new Signer("a secret of thirty-two characters"));
		assertThat(token.issuedAt()).isEqualTo(1_800_000_000L);
		assertThat(token.position()).isEqualTo(POSITION);
	}

	@Test
	void positionMayBeAbsent() {
		// The year 2100, which does not fit into a signed integer.
		String text = new ReadToken(4_102_444_800L, null).sign(this.signer);
		assertThat(ReadToken.parse(text, this.signer)).isEqualTo(new ReadToken(4_102_444_800L, null));
	}

	@Test
	void everyBitIsSigned() {
		for (int bit = 0; bit < bytes().length * 8; bit++) {
			byte[] forged = bytes();
			forged[bit / 8] ^= (byte) (1 << bit % 8);
			assertThat(parse(forged)).as("bit " + bit).isNull();
		}
	}

	@Test
	void truncatedTokenIsNone() {
		for (int length = 0; length < this.text.length(); length++) {
			assertThat(ReadToken.parse(this.text.substring(0, length), this.signer)).as("length " + length).isNull();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "a b", "=", "\u00e4", "../..", "perf-starter" })
	void anyOtherTextIsNone(String text) {
		assertThat(ReadToken.parse(text, this.signer)).isNull();
		assertThat(ReadToken.parse(this.text + text + "A", this.signer)).isNull();
	}

	@Test
	void tokenOfAnotherSecretIsNone() {
		assertThat(ReadToken.parse(this.text, new Signer("another secret of the same length"))).isNull();
	}

	@Test
	void longTextIsNone() {
		String longest = new ReadToken(1, new byte[384 - 21]).sign(this.signer);
		assertThat(longest).hasSize(ReadToken.LONGEST);
		assertThat(ReadToken.parse(longest, this.signer)).isNotNull();
		String tooLong = new ReadToken(1, new byte[384 - 20]).sign(this.signer);
		assertThat(ReadToken.parse(tooLong, this.signer)).isNull();
	}

	@Test
	void laterVersionIsNone() {
		byte[] later = bytes();
		later[0] = 2;
		byte[] content = Arrays.copyOf(later, later.length - 16);
		System.arraycopy(this.signer.sign("perf-starter read token 1", content), 0, later, content.length, 16);
		assertThat(parse(later)).isNull();
		later[0] = 1;
		content[0] = 1;
		System.arraycopy(this.signer.sign("perf-starter read token 1", content), 0, later, content.length, 16);
		assertThat(parse(later)).isNotNull();
	}

}
