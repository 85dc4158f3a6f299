package io.perfstarter.sample.ticket;

/**
 * The states of a ticket.
 */
enum TicketStatus {

	ACTIVE, PAUSED, EXPIRED

}
