package io.perfstarter.sample.ticket;

/**
 * An order in a request.
 *
 * @param categoryId the id of the category
 * @param quantity the number of tickets
 */
record NewOrder(long categoryId, int quantity) {

	private static final int MOST = 1000;

	NewOrder {
		if (quantity < 1 || quantity > MOST) {
			throw new InvalidRequestException("quantity must be between 1 and %d".formatted(MOST));
		}
	}

}
