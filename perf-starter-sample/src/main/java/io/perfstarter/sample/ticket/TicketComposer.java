package io.perfstarter.sample.ticket;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.springframework.stereotype.Component;

/**
 * Combines tickets with the objects that they refer to, in three queries for any number
 * of tickets.
 */
@Component
class TicketComposer {

	private final ReferenceRepository references;

	TicketComposer(ReferenceRepository references) {
		this.references = references;
	}

	List<ComposedTicket> compose(List<Ticket> tickets) {
		Map<Long, Zone> zones = byId(this.references.zones(ids(tickets, Ticket::zoneId)), Zone::id);
		Map<Long, Category> categories = byId(this.references.categories(ids(tickets, Ticket::categoryId)),
				Category::id);
		Map<Long, Exchange> exchanges = byId(this.references.exchanges(ids(tickets, Ticket::exchangeId)), Exchange::id);
		return tickets.stream()
			.map((ticket) -> new ComposedTicket(ticket, get(zones, ticket.zoneId()),
					get(categories, ticket.categoryId()), get(exchanges, ticket.exchangeId())))
			.toList();
	}

	/** Composes one ticket, in as many queries as a whole page needs. */
	ComposedTicket composeOne(Ticket ticket) {
		return compose(List.of(ticket)).get(0);
	}

	private static Set<Long> ids(List<Ticket> tickets, Function<Ticket, Long> reference) {
		return tickets.stream().map(reference).collect(Collectors.toSet());
	}

	private static <T> Map<Long, T> byId(Collection<T> items, Function<T, Long> id) {
		return items.stream().collect(Collectors.toMap(id, Function.identity()));
	}

	private static <T> T get(Map<Long, T> items, long id) {
		T item = items.get(id);
		if (item == null) {
			throw new IllegalStateException("A ticket refers to %d, which is gone".formatted(id));
		}
		return item;
	}

}
