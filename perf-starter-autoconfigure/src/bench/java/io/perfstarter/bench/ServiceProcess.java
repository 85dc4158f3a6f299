package io.perfstarter.bench;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.perfstarter.reporting.Reporting;
import io.perfstarter.reporting.autoconfigure.ReportingAutoConfiguration;

/**
 * The small service in a process of its own, with the starter or without it.
 */
final class ServiceProcess implements AutoCloseable {

	private final Process process;

	private final int port;

	ServiceProcess(boolean starter, List<String> arguments) throws IOException {
		List<String> command = new ArrayList<>(List.of(
				Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m", "-cp",
				classPath(starter), ServiceMain.class.getName(), "--server.port=0", "--spring.main.banner-mode=off",
				"--server.tomcat.max-keep-alive-requests=-1", "--server.tomcat.keep-alive-timeout=-1"));
		command.addAll(arguments);
		this.process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
		this.port = awaitPort(this.process.inputReader());
	}

	/**
	 * Ours are folders and stand last, because each class is looked for in all entries
	 * before its own.
	 */
	private static String classPath(boolean starter) {
		Set<Path> ours = new HashSet<>();
		for (Class<?> type : List.of(Reporting.class, ReportingAutoConfiguration.class)) {
			CodeSource source = type.getProtectionDomain().getCodeSource();
			ours.add(Path.of(source.getLocation().getPath()));
		}
		Map<Boolean, List<String>> entries = Arrays
			.stream(System.getProperty("java.class.path").split(File.pathSeparator))
			.collect(Collectors.partitioningBy((entry) -> ours.contains(Path.of(entry))));
		List<String> path = new ArrayList<>(entries.get(false));
		if (starter) {
			path.addAll(entries.get(true));
		}
		return String.join(File.pathSeparator, path);
	}

	private int awaitPort(BufferedReader output) throws IOException {
		for (String line = output.readLine(); line != null; line = output.readLine()) {
			System.out.println(line);
			if (line.startsWith(ServiceMain.PORT)) {
				return Integer.parseInt(line.substring(ServiceMain.PORT.length()));
			}
		}
		throw new IllegalStateException("The service has not started");
	}

	int port() {
		return this.port;
	}

	long pid() {
		return this.process.pid();
	}

	/**
	 * Stops the process until it is resumed, so that it uses no processor.
	 */
	void pause() throws IOException {
		signal("-STOP");
	}

	void resume() throws IOException {
		signal("-CONT");
	}

	private void signal(String signal) throws IOException {
		Process kill = new ProcessBuilder("kill", signal, "" + pid()).start();
		if (kill.onExit().join().exitValue() != 0) {
			throw new IllegalStateException("kill " + signal + " failed");
		}
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

}
