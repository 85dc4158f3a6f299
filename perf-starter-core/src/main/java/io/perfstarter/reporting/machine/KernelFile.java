package io.perfstarter.reporting.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * Reads small files with statistics of the Linux kernel.
 */
final class KernelFile {

	/**
	 * The value of a figure that no file provides.
	 */
	static final long UNKNOWN = -1;

	private KernelFile() {
	}

	/**
	 * Reads the text of a file.
	 * @return the text without surrounding white space, {@code null} if the file does not
	 * exist or cannot be read
	 */
	static @Nullable String read(Path file) {
		try {
			// ISO-8859-1 instead of UTF-8, because a command line may contain any bytes.
			return Files.readString(file, StandardCharsets.ISO_8859_1).trim();
		}
		catch (IOException ex) {
			return null;
		}
	}

	/**
	 * Reads a file that contains one number.
	 * @return the number, {@link #UNKNOWN} if there is none
	 */
	static long number(Path file) {
		String text = read(file);
		return (text != null) ? number(text) : UNKNOWN;
	}

	/**
	 * Reads the number after a word in a file with one word and one number per line.
	 * @return the number, {@link #UNKNOWN} if there is none
	 */
	static long number(Path file, String word) {
		String text = read(file);
		if (text == null) {
			return UNKNOWN;
		}
		return text.lines()
			.filter((line) -> line.startsWith(word + " "))
			.findFirst()
			.map((line) -> number(line.substring(word.length()).trim()))
			.orElse(UNKNOWN);
	}

	static long number(String text) {
		try {
			return Long.parseLong(text);
		}
		catch (NumberFormatException ex) {
			return UNKNOWN;
		}
	}

}
