package io.perfstarter.routing.autoconfigure;

/**
 * A JDBC URL as it may be shown.
 */
final class JdbcUrl {

	private JdbcUrl() {
	}

	/**
	 * Leaves out the parameters and who logs in, among which a password may be.
	 * @param url the URL
	 * @return what tells which server it is
	 */
	static String shown(String url) {
		String base = url.split("[?;]", 2)[0];
		int login = base.lastIndexOf('@');
		return (login < 0) ? base : "..." + base.substring(login);
	}

}
