package io.perfstarter.sample.slow;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * A JDK that runs processes.
 *
 * @param home its directory
 * @param feature its version, such as 17
 */
record Jdk(Path home, int feature) {

	private static final int VIRTUAL_THREADS = 21;

	/** The one of the tests, and that of {@code -Dfaults.jdk}. */
	static List<Jdk> given() {
		List<Jdk> jdks = new ArrayList<>();
		jdks.add(of(Path.of(System.getProperty("java.home"))));
		String other = System.getProperty("faults.jdk", "");
		if (!other.isEmpty()) {
			jdks.add(of(Path.of(other)));
		}
		return jdks;
	}

	/** As its file {@code release} tells. */
	static Jdk of(Path home) {
		Properties release = new Properties();
		try (InputStream in = Files.newInputStream(home.resolve("release"))) {
			release.load(in);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		String version = release.getProperty("JAVA_VERSION").replace("\"", "");
		return new Jdk(home, Runtime.Version.parse(version).feature());
	}

	boolean canRun(Threads threads) {
		return threads == Threads.PLATFORM || this.feature >= VIRTUAL_THREADS;
	}

	Path java() {
		return this.home.resolve("bin").resolve("java");
	}

	@Override
	public String toString() {
		return "Java " + this.feature;
	}

}
