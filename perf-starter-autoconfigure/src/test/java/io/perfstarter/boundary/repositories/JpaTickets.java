package io.perfstarter.boundary.repositories;

import jakarta.persistence.LockModeType;

import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.jpa.repository.query.Procedure;

/**
 * {@link Tickets} of JPA.
 */
interface JpaTickets extends Tickets<JpaTicket>, TicketsFragment {

	@Override
	@Query("select t from JpaTicket t where t.id = 1")
	JpaTicket selected();

	@Override
	@NativeQuery("with one as (select * from boundary_view where id = 1) select * from one")
	JpaTicket selectedWith();

	@Override
	@Modifying
	@Query("update JpaTicket t set t.car = 'modified' where t.id = 2")
	int modify();

	@Override
	@Lock(LockModeType.PESSIMISTIC_WRITE)
	@Query("select t from JpaTicket t where t.id = 1")
	JpaTicket locked();

	@Override
	@Lock(LockModeType.PESSIMISTIC_READ)
	@Query("select t from JpaTicket t where t.id = 1")
	JpaTicket lockedForShare();

	@Override
	@NativeQuery("select * from boundary_view where id = 1 for update")
	JpaTicket lockedByStatement();

	@Override
	@NativeQuery("insert into boundary_log values (boundary_seen()) returning seen")
	String insertReturning();

	@Override
	@NativeQuery("with gone as (delete from boundary_log returning seen) "
			+ "select boundary_seen() from boundary_tickets where id = 1")
	String deleteInWith();

	@Override
	@NativeQuery("select boundary_seen() || left(cast(nextval('boundary_ids') as varchar), 0)")
	String sequence();

	@Override
	@NativeQuery("values (boundary_seen())")
	String values();

	@Procedure(procedureName = "boundary_note")
	void procedure();

}
