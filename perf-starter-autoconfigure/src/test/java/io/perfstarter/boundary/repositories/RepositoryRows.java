package io.perfstarter.boundary.repositories;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rows of the rule for repository transactions.
 */
final class RepositoryRows {

	/**
	 * Marks a result that can be checked only in the log of writes.
	 */
	static final String LOGGED = "logged";

	private RepositoryRows() {
	}

	static List<Row> ofBoth() {
		List<Row> rows = new ArrayList<>();
		rows.add(Row.reads("derived find", (tickets) -> tickets.findFirstByCar("read").seen()));
		rows.add(new Row("derived exists", Row.Access.READS,
				(tickets, expected) -> (tickets.existsByCarAndSeen("read", expected)) ? expected : "something else"));
		rows.add(new Row("derived count", Row.Access.READS, (tickets,
				expected) -> (tickets.countByCarAndSeen("read", expected) != 0) ? expected : "something else"));
		rows.add(Row.reads("query", (tickets) -> tickets.selected().seen()));
		rows.add(Row.reads("native with-select", (tickets) -> tickets.selectedWith().seen()));
		rows.add(Row.writes("derived delete", (tickets) -> logged(() -> tickets.deleteByCar("gone"))));
		rows.add(Row.writes("modifying", (tickets) -> logged(tickets::modify)));
		rows.add(Row.writes("lock", (tickets) -> tickets.locked().seen()));
		rows.add(Row.writes("shared lock", (tickets) -> tickets.lockedForShare().seen()));
		rows.add(Row.writes("native for update", (tickets) -> tickets.lockedByStatement().seen()));
		rows.add(Row.writes("native insert returning", Tickets::insertReturning));
		rows.add(Row.writes("native with-delete", Tickets::deleteInWith));
		rows.add(Row.writes("native nextval", Tickets::sequence));
		rows.add(Row.writes("other native", Tickets::values));
		rows.add(Row.writes("annotated find", (tickets) -> tickets.findFirstByCarAndId("read", 1).seen()));
		rows.add(Row.reads("annotated read-only find", (tickets) -> tickets.findFirstByIdAndCar(1, "read").seen()));
		rows.add(Row.reads("inherited find", (tickets) -> tickets.findById(1L).map(Seen::seen).orElseThrow()));
		rows.add(Row.writes("inherited delete", (tickets) -> logged(() -> tickets.deleteById(3L))));
		rows.add(Row.none("fragment", TicketsFragment::findByHand));
		rows.add(new Row("default", Row.Access.NONE,
				(tickets, expected) -> Optional.of(tickets.byDefault()).map((any) -> expected).orElseThrow()));
		return rows;
	}

	static List<Row> ofJpa() {
		List<Row> rows = ofBoth();
		rows.add(Row.writes("procedure", (tickets) -> logged(((JpaTickets) tickets)::procedure)));
		return rows;
	}

	static String logged(Runnable write) {
		write.run();
		return LOGGED;
	}

}
