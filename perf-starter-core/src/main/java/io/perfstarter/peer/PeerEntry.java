package io.perfstarter.peer;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * An entry of a list of peers: the address of an instance, or a DNS name with the
 * addresses of several instances.
 *
 * @param scheme {@code http} or {@code https}
 * @param host a host, or the DNS name
 * @param port the port of the instances
 * @param dns whether the host is a DNS name to look up
 */
public record PeerEntry(String scheme, String host, int port, boolean dns) {

	private static final Pattern ENTRY = Pattern
		.compile("(?i:(https?)://|(dns):)?(\\[[0-9a-fA-F:.]+]|[^\\s\\[\\]:/@?#]+):(\\d{1,5})/?");

	/**
	 * Parses {@code dns:<name>:<port>}, {@code http(s)://host:port} or {@code host:port}.
	 * @param text the text of the entry
	 * @param secure whether instances are called with HTTPS if the entry does not say so
	 * @return the entry
	 * @throws IllegalArgumentException if the text is not an entry
	 */
	public static PeerEntry of(String text, boolean secure) {
		Matcher entry = ENTRY.matcher(text.trim());
		int port = entry.matches() ? Integer.parseInt(entry.group(4)) : 0;
		if (port < 1 || port > 65_535) {
			throw new IllegalArgumentException("'%s' is not an address with a port".formatted(text));
		}
		String scheme = (entry.group(1) != null) ? entry.group(1).toLowerCase(Locale.ROOT) : secure ? "https" : "http";
		PeerEntry parsed = new PeerEntry(scheme, entry.group(3), port, entry.group(2) != null);
		// Each discovery would ignore a host that is not valid in a URI.
		if (!parsed.dns() && parsed.address(parsed.host(), "/") == null) {
			throw new IllegalArgumentException("'%s' has no valid host".formatted(text));
		}
		return parsed;
	}

	@Nullable URI address(String host, String path) {
		try {
			URI address = new URI(this.scheme, null, host, this.port, path, null, null);
			return (address.getHost() != null) ? address : null;
		}
		catch (URISyntaxException ex) {
			return null;
		}
	}

}
