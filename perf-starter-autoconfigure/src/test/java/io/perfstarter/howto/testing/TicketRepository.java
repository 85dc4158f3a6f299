package io.perfstarter.howto.testing;

import java.util.List;

import org.springframework.data.jpa.repository.JpaRepository;

/**
 * The stored tickets.
 */
interface TicketRepository extends JpaRepository<Ticket, Long> {

	List<Ticket> findByNotes(String notes);

}
