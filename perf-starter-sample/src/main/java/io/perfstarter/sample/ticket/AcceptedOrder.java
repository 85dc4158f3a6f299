package io.perfstarter.sample.ticket;

import java.util.concurrent.CompletableFuture;

import org.springframework.core.task.TaskRejectedException;

/**
 * An order that is stored, and what comes of it in the background.
 *
 * @param order the order
 * @param update the update of the stock
 */
record AcceptedOrder(Order order, CompletableFuture<OrderState> update) {

	/** The order has been committed by then, so that no exception could undo it. */
	boolean isRefusedByExecutor() {
		return this.update.isCompletedExceptionally()
				&& this.update.handle((state, ex) -> ex instanceof TaskRejectedException).join();
	}

}
