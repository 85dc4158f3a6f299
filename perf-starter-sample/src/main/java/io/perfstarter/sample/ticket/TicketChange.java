package io.perfstarter.sample.ticket;

/**
 * A ticket before and after a change, so that both its old and its new parking lot are
 * known when entries are evicted.
 *
 * @param before the ticket as it was
 * @param after the ticket as it is
 */
record TicketChange(Ticket before, Ticket after) {
}
