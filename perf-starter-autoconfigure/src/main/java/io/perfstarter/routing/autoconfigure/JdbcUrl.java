package io.perfstarter.routing.autoconfigure;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Reads JDBC URLs, and formats them for messages.
 */
final class JdbcUrl {

	private JdbcUrl() {
	}

	/**
	 * Removes parameters and credentials, which may contain a password.
	 * @param url the URL
	 * @return the part that identifies the server and database
	 */
	static String shown(String url) {
		String base = url.split("[?;]", 2)[0];
		int login = base.lastIndexOf('@');
		return (login < 0) ? base : "..." + base.substring(login);
	}

	/**
	 * Returns the parameters after a question mark.
	 * @param url the URL
	 * @return the values, by name, as the driver understands them: MariaDB's driver
	 * decodes nothing
	 */
	static Map<String, String> parameters(@Nullable String url) {
		Map<String, String> parameters = new HashMap<>();
		String[] parts = (url != null) ? url.split("\\?", 2) : new String[0];
		for (String parameter : (parts.length > 1) ? parts[1].split("&") : new String[0]) {
			String[] pair = parameter.split("=", 2);
			String value = (pair.length > 1) ? pair[1] : "";
			parameters.put(pair[0], parts[0].startsWith("jdbc:mariadb:") ? value : decoded(value));
		}
		return parameters;
	}

	/**
	 * Decodes a value, or leaves it as it is if it is not encoded, such as a password.
	 */
	private static String decoded(String value) {
		try {
			return URLDecoder.decode(value, StandardCharsets.UTF_8);
		}
		catch (IllegalArgumentException ex) {
			return value;
		}
	}

}
