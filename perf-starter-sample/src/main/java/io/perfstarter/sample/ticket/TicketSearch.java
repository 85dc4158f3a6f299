package io.perfstarter.sample.ticket;

import java.time.LocalDateTime;

import org.jspecify.annotations.Nullable;

/**
 * What is searched for: the tickets of a lot, or of all, whose period overlaps the period
 * of the search.
 *
 * @param parkingLotId the id of the parking lot, or none for all
 * @param searchStartAt the first moment of the period, or none for any
 * @param searchEndAt the last moment of the period, or none for any
 * @param page the number of the page, from 0
 * @param size the most tickets that a page holds
 */
record TicketSearch(@Nullable Long parkingLotId, @Nullable LocalDateTime searchStartAt,
		@Nullable LocalDateTime searchEndAt, int page, int size) {

	private static final int MOST_PER_PAGE = 500;

	TicketSearch {
		if (page < 0) {
			throw new InvalidRequestException("page must be 0 or more");
		}
		if (size < 1 || size > MOST_PER_PAGE) {
			throw new InvalidRequestException("size must be between 1 and %d".formatted(MOST_PER_PAGE));
		}
		if (searchStartAt != null && searchEndAt != null && searchEndAt.isBefore(searchStartAt)) {
			throw new InvalidRequestException("searchEndAt must not be before searchStartAt");
		}
	}

	long offset() {
		return (long) this.page * this.size;
	}

}
