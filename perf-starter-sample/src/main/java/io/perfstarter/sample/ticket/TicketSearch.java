package io.perfstarter.sample.ticket;

import java.time.LocalDateTime;

import org.jspecify.annotations.Nullable;

/**
 * A search for the tickets of one lot or all lots whose validity overlaps a period.
 *
 * @param parkingLotId the id of the parking lot, or none for all
 * @param searchStartAt the first moment of the period, or none for any
 * @param searchEndAt the last moment of the period, or none for any
 * @param page the number of the page, from 0
 * @param size the maximum number of tickets per page
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
