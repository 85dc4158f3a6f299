package io.perfstarter.sample.ticket;

/**
 * A ticket before and after a change. Both parking lots are needed to evict entries.
 *
 * @param before the ticket before the change
 * @param after the ticket after the change
 */
record TicketChange(Ticket before, Ticket after) {
}
