package io.perfstarter.boundary.repositories;

import java.util.function.Function;

/**
 * A kind of repository method and its expected transaction.
 *
 * @param name its name
 * @param access the expected access
 * @param call calls the method and returns the state of the server, or nothing if the
 * result can be checked only in the log of writes
 */
record Row(String name, Access access, Call call) {

	static Row reads(String name, Function<Tickets<?>, String> call) {
		return new Row(name, Access.READS, (tickets, expected) -> call.apply(tickets));
	}

	static Row writes(String name, Function<Tickets<?>, String> call) {
		return new Row(name, Access.WRITES, (tickets, expected) -> call.apply(tickets));
	}

	static Row none(String name, Function<Tickets<?>, String> call) {
		return new Row(name, Access.NONE, (tickets, expected) -> call.apply(tickets));
	}

	@Override
	public String toString() {
		return this.name;
	}

	/**
	 * The transaction that a method begins.
	 */
	enum Access {

		READS, WRITES, NONE

	}

	/**
	 * Calls a method.
	 */
	interface Call {

		String apply(Tickets<?> tickets, String expected);

	}

}
