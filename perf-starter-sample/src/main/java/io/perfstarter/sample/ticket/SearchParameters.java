package io.perfstarter.sample.ticket;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

import org.jspecify.annotations.Nullable;

/**
 * The parameters of a search in a request.
 *
 * @param parkingLotId the id of the parking lot
 * @param searchStartAt a date, which stands for its first moment, or a date and time
 * @param searchEndAt a date, which stands for its last moment, or a date and time
 * @param page the number of the page, from 0
 * @param size the maximum number of tickets per page
 */
record SearchParameters(@Nullable Long parkingLotId, @Nullable String searchStartAt, @Nullable String searchEndAt,
		@Nullable Integer page, @Nullable Integer size) {

	private static final int USUAL_SIZE = 10;

	private static final String NO_MOMENT = "%s must be a date such as 2024-03-01 or a moment such as 2024-03-01T09:30:00";

	private static final LocalTime LAST_SECOND = LocalTime.of(23, 59, 59);

	TicketSearch toSearch() {
		return new TicketSearch(this.parkingLotId, moment("searchStartAt", this.searchStartAt, LocalTime.MIDNIGHT),
				moment("searchEndAt", this.searchEndAt, LAST_SECOND), (this.page != null) ? this.page : 0,
				(this.size != null) ? this.size : USUAL_SIZE);
	}

	private static @Nullable LocalDateTime moment(String name, @Nullable String value, LocalTime timeOfDate) {
		if (value == null || value.isBlank()) {
			return null;
		}
		try {
			return value.contains("T") ? LocalDateTime.parse(value) : LocalDate.parse(value).atTime(timeOfDate);
		}
		catch (DateTimeException ex) {
			throw new InvalidRequestException(NO_MOMENT.formatted(name));
		}
	}

}
