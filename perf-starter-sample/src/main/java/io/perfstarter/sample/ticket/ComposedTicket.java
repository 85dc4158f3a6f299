package io.perfstarter.sample.ticket;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * A ticket together with what it refers to.
 *
 * @param ticket the ticket itself
 * @param zone its zone
 * @param category its category
 * @param exchange its exchange
 */
record ComposedTicket(@JsonUnwrapped Ticket ticket, Zone zone, Category category, Exchange exchange) {
}
