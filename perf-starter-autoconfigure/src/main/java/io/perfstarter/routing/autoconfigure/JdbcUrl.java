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
	 * @return the decoded values, by name
	 */
	static Map<String, String> parameters(@Nullable String url) {
		Map<String, String> parameters = new HashMap<>();
		String[] parts = (url != null) ? url.split("\\?", 2) : new String[0];
		for (String parameter : (parts.length > 1) ? parts[1].split("&") : new String[0]) {
			String[] pair = parameter.split("=", 2);
			parameters.put(pair[0], (pair.length > 1) ? URLDecoder.decode(pair[1], StandardCharsets.UTF_8) : "");
		}
		return parameters;
	}

}
