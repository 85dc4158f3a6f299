package io.perfstarter.boundary.repositories;

import org.springframework.data.jdbc.repository.query.Modifying;
import org.springframework.data.jdbc.repository.query.Query;
import org.springframework.data.relational.core.sql.LockMode;
import org.springframework.data.relational.repository.Lock;

/**
 * {@link Tickets} of Spring Data JDBC.
 */
interface JdbcTickets extends Tickets<JdbcTicket>, TicketsFragment {

	@Override
	@Query("select * from boundary_view where id = 1")
	JdbcTicket selected();

	@Override
	@Query("with one as (select * from boundary_view where id = 1) select * from one")
	JdbcTicket selectedWith();

	@Override
	@Modifying
	@Query("update boundary_view set car = 'modified' where id = 2")
	int modify();

	@Override
	default JdbcTicket locked() {
		return findTopByCar("read");
	}

	@Lock(LockMode.PESSIMISTIC_WRITE)
	JdbcTicket findTopByCar(String car);

	@Override
	default JdbcTicket lockedForShare() {
		return findTop1ByCar("read");
	}

	@Lock(LockMode.PESSIMISTIC_READ)
	JdbcTicket findTop1ByCar(String car);

	@Override
	@Query("select * from boundary_view where id = 1 for update")
	JdbcTicket lockedByStatement();

	@Override
	@Query("insert into boundary_log values (boundary_seen()) returning seen")
	String insertReturning();

	@Override
	@Query("with gone as (delete from boundary_log returning seen) "
			+ "select boundary_seen() from boundary_tickets where id = 1")
	String deleteInWith();

	@Override
	@Query("select boundary_seen() || left(cast(nextval('boundary_ids') as varchar), 0)")
	String sequence();

	@Override
	@Query("values (boundary_seen())")
	String values();

}
