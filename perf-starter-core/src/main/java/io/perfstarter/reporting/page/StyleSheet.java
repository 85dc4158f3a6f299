package io.perfstarter.reporting.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Objects;

/**
 * The style sheet of the page, and a content security policy that allows only this style
 * sheet.
 *
 * @param text the style sheet
 */
record StyleSheet(String text) {

	static StyleSheet load() {
		try (InputStream in = StyleSheet.class.getResourceAsStream("page.css")) {
			String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
			// Browsers normalize line endings to \n before they compute the hash.
			return new StyleSheet(text.replace("\r", ""));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Returns the content security policy of the page.
	 * @return the policy
	 */
	String policy() {
		return "default-src 'none'; style-src 'sha256-" + hash()
				+ "'; img-src data:; base-uri 'none'; form-action 'none'";
	}

	private String hash() {
		try {
			MessageDigest digest = MessageDigest.getInstance("SHA-256");
			return Base64.getEncoder().encodeToString(digest.digest(this.text.getBytes(StandardCharsets.UTF_8)));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
