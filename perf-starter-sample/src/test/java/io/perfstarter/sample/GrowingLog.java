package io.perfstarter.sample;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The log of a process that may be writing it.
 */
public final class GrowingLog {

	private GrowingLog() {
	}

	/**
	 * Reads what is there. Not by {@link Files#readString(Path)}, which fails where the
	 * last character is there in part only.
	 */
	public static String read(Path log) throws IOException {
		return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
	}

}
