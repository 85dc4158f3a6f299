package io.perfstarter.sample.coherence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.TreeSet;

/**
 * The addresses of a name, in a file that the JDK reads at each look-up that its cache
 * does not answer.
 */
final class DnsRecords {

	static final String NAME = "orders-headless";

	private final Path file;

	private final Set<String> addresses = new TreeSet<>();

	DnsRecords(Path directory) throws IOException {
		this.file = directory.resolve("hosts");
		write();
	}

	String option() {
		return "-Djdk.net.hosts.file=" + this.file;
	}

	void add(String address) throws IOException {
		this.addresses.add(address);
		write();
	}

	void remove(String address) throws IOException {
		this.addresses.remove(address);
		write();
	}

	private void write() throws IOException {
		StringBuilder lines = new StringBuilder("127.0.0.1 localhost\n");
		this.addresses.forEach((address) -> lines.append(address).append(' ').append(NAME).append('\n'));
		Path draft = this.file.resolveSibling("hosts.draft");
		Files.writeString(draft, lines);
		Files.move(draft, this.file, StandardCopyOption.ATOMIC_MOVE);
	}

}
