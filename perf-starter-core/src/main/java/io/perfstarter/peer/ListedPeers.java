package io.perfstarter.peer;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Finds the instances of the service by a configured list. DNS names are looked up each
 * time. Thread-safe.
 */
public final class ListedPeers implements PeerDirectory {

	private final List<PeerEntry> entries;

	private final String path;

	private final Supplier<@Nullable Integer> ownPort;

	private final Resolver resolver;

	private final Predicate<InetAddress> local;

	private final LastResults<PeerEntry, URI> results = new LastResults<>();

	// The result of the last look-up.
	private volatile Set<URI> own = Set.of();

	/**
	 * Creates a directory.
	 * @param entries the list
	 * @param path the path of the endpoint of each instance, with the context path
	 * @param ownPort supplies the port at which this instance receives messages,
	 * {@code null} if it is not known yet
	 * @param resolver looks up names
	 * @param local whether an address belongs to this machine
	 */
	public ListedPeers(List<PeerEntry> entries, String path, Supplier<@Nullable Integer> ownPort, Resolver resolver,
			Predicate<InetAddress> local) {
		this.entries = List.copyOf(entries);
		this.path = path;
		this.ownPort = ownPort;
		this.resolver = resolver;
		this.local = local;
	}

	/**
	 * Returns whether an address belongs to a network interface of this machine.
	 * @param address the address
	 * @return whether it does
	 */
	public static boolean isLocal(InetAddress address) {
		try {
			return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
		}
		catch (SocketException ex) {
			return false;
		}
	}

	/**
	 * Returns the listed addresses. If a look-up fails, its last result is used.
	 */
	@Override
	public List<RegisteredInstance> instances() {
		Set<URI> current = new LinkedHashSet<>();
		for (PeerEntry entry : this.entries) {
			current.addAll(entry.dns() ? lookUp(entry) : addresses(entry, List.of(entry.host())));
		}
		Integer port = this.ownPort.get();
		Set<URI> own = (port != null) ? current.stream()
			.filter((address) -> address.getPort() == port && isOwn(address.getHost()))
			.collect(Collectors.toUnmodifiableSet()) : Set.of();
		this.own = own;
		return current.stream()
			.map((address) -> new RegisteredInstance(address, address.getRawAuthority(), null,
					port != null && !own.contains(address)))
			.toList();
	}

	private List<URI> lookUp(PeerEntry entry) {
		return this.results.ask(entry, "Look-up of the peers '%s'".formatted(entry.host()), () -> addresses(entry,
				Arrays.stream(this.resolver.resolve(entry.host())).map(ListedPeers::literal).sorted().toList()));
	}

	private static String literal(InetAddress address) {
		// Without the scope of the address, which only this machine knows.
		String literal = address.getHostAddress().split("%", 2)[0];
		return literal.contains(":") ? "[" + literal + "]" : literal;
	}

	private List<URI> addresses(PeerEntry entry, List<String> hosts) {
		return hosts.stream()
			.map((host) -> entry.address(host, this.path))
			.filter((address) -> address != null)
			.toList();
	}

	@Override
	public Set<URI> own() {
		return (this.ownPort.get() != null) ? this.own : Set.of();
	}

	private boolean isOwn(String host) {
		try {
			return Arrays.stream(this.resolver.resolve(host.replaceAll("[\\[\\]]", ""))).anyMatch(this.local);
		}
		catch (UnknownHostException ex) {
			return this.own.stream().anyMatch((address) -> address.getHost().equals(host));
		}
	}

	/**
	 * Looks up the addresses of a name, or of an address as text.
	 */
	@FunctionalInterface
	public interface Resolver {

		/**
		 * Looks up a host.
		 * @param host the name or address
		 * @return its addresses
		 * @throws UnknownHostException if there are none
		 */
		InetAddress[] resolve(String host) throws UnknownHostException;

	}

}
