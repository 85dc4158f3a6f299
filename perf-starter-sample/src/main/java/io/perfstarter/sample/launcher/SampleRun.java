package io.perfstarter.sample.launcher;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the sample in a process of its own, and keeps Maven, which runs this class, from
 * ending before that process.
 */
public final class SampleRun {

	// What a process returns that a signal has ended, such as Ctrl-C.
	private static final int SIGNAL = 128;

	private SampleRun() {
	}

	public static void main(String[] args) throws IOException, InterruptedException {
		Process launcher = start(args);
		Thread stop = new Thread(() -> end(launcher), "sample-stop");
		Runtime.getRuntime().addShutdownHook(stop);
		int code = launcher.waitFor();
		if (code != 0 && code < SIGNAL) {
			throw new SampleException("The sample ended with code " + code);
		}
	}

	private static Process start(String[] args) throws IOException {
		List<String> command = new ArrayList<>(List.of(
				Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m", "-XX:+UseSerialGC",
				"-XX:TieredStopAtLevel=1", "-Dsample.directory=" + System.getProperty("sample.directory"),
				"-Dsample.stop-with-parent=true", SampleLauncher.class.getName()));
		command.addAll(List.of(args));
		ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
		// The class path exceeds the maximum length of a command line on some systems.
		builder.environment().put("CLASSPATH", classPath());
		return builder.start();
	}

	private static String classPath() {
		List<String> elements = new ArrayList<>();
		for (URL element : ((URLClassLoader) SampleRun.class.getClassLoader()).getURLs()) {
			try {
				elements.add(Path.of(element.toURI()).toString());
			}
			catch (URISyntaxException ex) {
				throw new IllegalStateException(ex);
			}
		}
		return String.join(File.pathSeparator, elements);
	}

	/**
	 * Ends the launcher and waits for it. After Ctrl-C the launcher has the signal, too.
	 */
	private static void end(Process launcher) {
		launcher.toHandle().destroy();
		try {
			launcher.waitFor();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
