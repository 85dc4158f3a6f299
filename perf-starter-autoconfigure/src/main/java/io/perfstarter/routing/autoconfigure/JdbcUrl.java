package io.perfstarter.routing.autoconfigure;

/**
 * Formats JDBC URLs for messages.
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

}
