package io.perfstarter.reporting.jvm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * Reads the small files by which a kernel tells what it counts.
 */
final class KernelFile {

	/**
	 * What a figure is that no file tells.
	 */
	static final long UNKNOWN = -1;

	private KernelFile() {
	}

	/**
	 * The text of a file.
	 * @return without blanks around it, {@code null} if there is no such file, or the
	 * kernel does not answer
	 */
	static @Nullable String read(Path file) {
		try {
			// Not as UTF-8, because a command line may hold any bytes.
			return Files.readString(file, StandardCharsets.ISO_8859_1).trim();
		}
		catch (IOException ex) {
			return null;
		}
	}

	/**
	 * The number that a file is.
	 * @return {@link #UNKNOWN} if it is none
	 */
	static long number(Path file) {
		String text = read(file);
		return (text != null) ? number(text) : UNKNOWN;
	}

	/**
	 * The number behind a word in a file of such lines.
	 * @return {@link #UNKNOWN} if there is none
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
