package io.perfstarter.boundary.repository;

import java.util.function.Function;

/**
 * A kind of method, and the transaction that it is to have.
 *
 * @param name what it is called
 * @param access what it is to have
 * @param call calls it; given who asks and what is to be seen, says what was seen, or
 * nothing if only the log of writes tells
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
