package io.perfstarter.sample.ticket;

import java.time.LocalDateTime;

/**
 * A season ticket. It refers to other objects by id.
 *
 * @param id the id of the ticket
 * @param parkingLotId the id of the parking lot
 * @param zoneId the id of the zone in the lot
 * @param categoryId the id of the category
 * @param exchangeId the id of the temporary exchange of the car
 * @param carNumber the number plate
 * @param startAt the start of its validity
 * @param endAt the end of its validity
 * @param status the state of the ticket
 * @param notes the notes of the staff
 */
record Ticket(long id, long parkingLotId, long zoneId, long categoryId, long exchangeId, String carNumber,
		LocalDateTime startAt, LocalDateTime endAt, TicketStatus status, String notes) {

	private static final int CAR_NUMBER_LENGTH = 20;

	private static final int NOTES_LENGTH = 500;

	/** Validates a ticket of a request. */
	void requireStorableAs(long id) {
		require(this.id == id, "id must be %d as in the path".formatted(id));
		require(this.parkingLotId > 0, "parkingLotId must be positive");
		require(this.carNumber != null && !this.carNumber.isBlank() && this.carNumber.length() <= CAR_NUMBER_LENGTH,
				"carNumber must have 1 to %d characters".formatted(CAR_NUMBER_LENGTH));
		require(this.startAt != null && this.endAt != null && !this.endAt.isBefore(this.startAt),
				"startAt and endAt must be given, and endAt must not be before startAt");
		require(this.status != null, "status must be given");
		require(this.notes != null && this.notes.length() <= NOTES_LENGTH,
				"notes must have at most %d characters".formatted(NOTES_LENGTH));
	}

	private static void require(boolean condition, String detail) {
		if (!condition) {
			throw new InvalidRequestException(detail);
		}
	}

}
