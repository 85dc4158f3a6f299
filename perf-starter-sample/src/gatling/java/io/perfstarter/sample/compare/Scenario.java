package io.perfstarter.sample.compare;

import java.util.Locale;

/**
 * Groups the steps that share a table.
 */
enum Scenario {

	SEARCH("Season-ticket search"), REVIEWS("Film reviews"), ORDERS("Orders on virtual threads"),
	SHOP("Look, cart, order"), MEMBERS("Members"), ADVICE("Threads and connections as advised");

	private final String title;

	Scenario(String title) {
		this.title = title;
	}

	/** Returns the scenario of a name as on the command line. */
	static Scenario of(String name) {
		return valueOf(name.trim().toUpperCase(Locale.ROOT));
	}

	String title() {
		return this.title;
	}

	/** Returns the name on the command line and of the file with the table. */
	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

}
