package io.perfstarter.peer;

import java.nio.charset.StandardCharsets;
import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link MessageSigner}.
 */
class MessageSignerTests {

	private static final byte[] BODY = bytes("body");

	private final MessageSigner signer = new MessageSigner("a secret of thirty-two characters");

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	@Test
	void signatureChangesWithEveryPart() {
		Set<String> signatures = Set.of(this.signer.signMessage("POST", "/p", "1", "n", BODY),
				this.signer.signMessage("PUT", "/p", "1", "n", BODY),
				this.signer.signMessage("POST", "/q", "1", "n", BODY),
				this.signer.signMessage("POST", "/p", "2", "n", BODY),
				this.signer.signMessage("POST", "/p", "1", "m", BODY),
				this.signer.signMessage("POST", "/p", "1", "n", bytes("bodY")),
				this.signer.signMessage("POST", "/p", "1n", "", BODY),
				new MessageSigner("another secret of the same length").signMessage("POST", "/p", "1", "n", BODY),
				this.signer.signAnswer("n", 200, BODY), this.signer.signAnswer("m", 200, BODY),
				this.signer.signAnswer("n", 422, BODY), this.signer.signAnswer("n", 200, bytes("")));
		assertThat(signatures).hasSize(12);
	}

	@Test
	void signatureIsTheSameForTheSame() {
		String signature = this.signer.signMessage("POST", "/p", "1", "n", BODY);
		assertThat(MessageSigner.same(signature, this.signer.signMessage("POST", "/p", "1", "n", BODY))).isTrue();
		assertThat(MessageSigner.same(signature, signature + "x")).isFalse();
		assertThat(MessageSigner.same(signature, "")).isFalse();
	}

	@Test
	void secretIsNotPrinted() {
		assertThat(this.signer.toString()).doesNotContain("secret");
	}

}
