package io.perfstarter.sample.ticket;

import java.util.concurrent.CompletableFuture;

import org.springframework.core.task.TaskRejectedException;

/**
 * A stored order and its update of the stock, which runs in the background.
 *
 * @param order the order
 * @param update the update of the stock
 */
record AcceptedOrder(Order order, CompletableFuture<OrderState> update) {

	/**
	 * Returns whether the executor has rejected the update. The order is already
	 * committed at that time, so an exception could not roll it back.
	 */
	boolean isRefusedByExecutor() {
		return this.update.isCompletedExceptionally()
				&& this.update.handle((state, ex) -> ex instanceof TaskRejectedException).join();
	}

}
