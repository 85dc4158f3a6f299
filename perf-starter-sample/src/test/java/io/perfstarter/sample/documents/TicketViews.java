package io.perfstarter.sample.documents;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.perfstarter.async.PageMapper;

import org.springframework.stereotype.Component;

/**
 * Puts the items of a page together by several threads, as the documents show it.
 */
@Component
class TicketViews {

	private final PageMapper pages;

	private final Zones zones = new Zones();

	TicketViews(PageMapper pages) {
		this.pages = pages;
	}

	// tag::page[]
	List<TicketView> views(List<Ticket> tickets) {
		return this.pages.map(tickets, this::enrich)
			.executor("enrich")
			.concurrency(10)
			.deadline(Duration.ofMillis(800))
			.run();
	}
	// end::page[]

	// tag::chunked[]
	List<Zone> zones(List<Long> zoneIds) {
		return this.pages.chunked(zoneIds, 50, (ids) -> {
			Map<Long, Zone> found = this.zones.findAllById(Set.copyOf(ids));
			return ids.stream().map(found::get).toList();
		}).run();
	}
	// end::chunked[]

	private TicketView enrich(Ticket ticket) {
		return new TicketView(ticket, this.zones.findAllById(Set.of(ticket.zoneId())).get(ticket.zoneId()));
	}

	/**
	 * A ticket.
	 *
	 * @param id its id
	 * @param zoneId the id of its zone
	 */
	record Ticket(long id, long zoneId) {
	}

	/**
	 * A zone.
	 *
	 * @param id its id
	 */
	record Zone(long id) {
	}

	/**
	 * A ticket with its zone.
	 *
	 * @param ticket the ticket
	 * @param zone the zone
	 */
	record TicketView(Ticket ticket, Zone zone) {
	}

	/**
	 * All zones there are.
	 */
	private static final class Zones {

		Map<Long, Zone> findAllById(Set<Long> ids) {
			Map<Long, Zone> found = new TreeMap<>();
			ids.forEach((id) -> found.put(id, new Zone(id)));
			return found;
		}

	}

}
