package io.perfstarter.reporting.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files of a kernel, as a test wants them.
 */
final class Fixture {

	private final Path root;

	Fixture(Path root) {
		this.root = root;
	}

	Path root() {
		return this.root;
	}

	Fixture with(String file, String text) throws IOException {
		Path path = this.root.resolve(file);
		Files.createDirectories(path.getParent());
		Files.writeString(path, text + "\n");
		return this;
	}

}
