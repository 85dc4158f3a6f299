package io.perfstarter.sample.ticket;

import java.util.List;
import java.util.function.Function;

/**
 * One page of a list.
 *
 * @param <T> the type of the items
 * @param content the items
 * @param page the number of the page, from 0
 * @param size the maximum number of items per page
 * @param totalElements the number of items in the whole list
 * @param totalPages the number of pages in the whole list
 */
record Page<T>(List<T> content, int page, int size, long totalElements, int totalPages) {

	static <T> Page<T> of(List<T> content, TicketSearch search, long totalElements) {
		int totalPages = Math.toIntExact((totalElements + search.size() - 1) / search.size());
		return new Page<>(content, search.page(), search.size(), totalElements, totalPages);
	}

	<R> Page<R> map(Function<List<T>, List<R>> mapping) {
		return new Page<>(mapping.apply(this.content), this.page, this.size, this.totalElements, this.totalPages);
	}

}
