package io.perfstarter.sample.launcher;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The ports of the sample.
 *
 * @param offset the number that is added to every port
 * @param instances the number of instances of the ticket-service
 */
record Ports(int offset, int instances) {

	int front() {
		return 8080 + this.offset;
	}

	List<Integer> tickets() {
		return IntStream.range(0, this.instances).mapToObj((index) -> 8081 + index + this.offset).toList();
	}

	int token() {
		return 8090 + this.offset;
	}

	int registry() {
		return 8761 + this.offset;
	}

	int primary() {
		return 15432 + this.offset;
	}

	int replica() {
		return 15433 + this.offset;
	}

	void requireFree() {
		Map<Integer, String> parts = new LinkedHashMap<>();
		parts.put(front(), "front");
		tickets().forEach((port) -> parts.put(port, "ticket-service"));
		parts.put(token(), "token-service");
		parts.put(registry(), "registry");
		parts.put(primary(), "database");
		parts.put(replica(), "replica of the database");
		parts.forEach(Ports::requireFree);
	}

	private static void requireFree(int port, String part) {
		try (ServerSocket socket = new ServerSocket(port)) {
			socket.getLocalPort();
		}
		catch (IOException ex) {
			throw new SampleException("""
					Port %d, which the %s needs, is taken. End what listens there, or move all ports of the sample: \
					--sample.port-offset=1000""".formatted(port, part));
		}
	}

}
