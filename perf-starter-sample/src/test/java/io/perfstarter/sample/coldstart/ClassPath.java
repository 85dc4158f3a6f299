package io.perfstarter.sample.coldstart;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * The class path of the tests, for a process of its own.
 */
final class ClassPath {

	private ClassPath() {
	}

	/**
	 * As jars alone, because an AOT cache takes no folders.
	 * @param directory where jars are made of the folders
	 */
	static List<Path> ofJars(Path directory) throws IOException {
		List<Path> jars = new ArrayList<>();
		for (String entry : entries()) {
			Path path = Path.of(entry);
			if (Files.isDirectory(path)) {
				jars.add(jar(path, directory.resolve("classes-" + jars.size() + ".jar")));
			}
			else if (Files.exists(path)) {
				jars.add(path);
			}
		}
		return jars;
	}

	private static List<String> entries() {
		// An empty one is the folder of the start, of which nothing is wanted.
		return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
			.filter((entry) -> !entry.isEmpty())
			.toList();
	}

	private static Path jar(Path folder, Path jar) throws IOException {
		try (Stream<Path> found = Files.walk(folder);
				OutputStream file = Files.newOutputStream(jar);
				JarOutputStream out = new JarOutputStream(file)) {
			for (Path path : (Iterable<Path>) found.sorted()::iterator) {
				add(out, folder, path);
			}
		}
		return jar;
	}

	private static void add(JarOutputStream out, Path folder, Path path) throws IOException {
		String name = folder.relativize(path).toString().replace(File.separatorChar, '/');
		if (name.isEmpty()) {
			return;
		}
		// Spring looks for packages, too.
		out.putNextEntry(new JarEntry((Files.isDirectory(path)) ? name + "/" : name));
		if (Files.isRegularFile(path)) {
			Files.copy(path, out);
		}
		out.closeEntry();
	}

}
