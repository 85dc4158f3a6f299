package io.perfstarter.sample.compare;

/**
 * The reports of the field notes, each with a table of its own.
 */
enum Report {

	A("Season-ticket search"), B("Film reviews"), C("Orders on virtual threads"), D("Members"),
	E("Threads and connections");

	private final String title;

	Report(String title) {
		this.title = title;
	}

	String title() {
		return this.title;
	}

}
