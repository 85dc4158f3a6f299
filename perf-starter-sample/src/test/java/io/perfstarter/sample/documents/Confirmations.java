package io.perfstarter.sample.documents;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;

/**
 * Confirms orders in the background, as the documents show it.
 */
@Component
class Confirmations {

	private final BlockingQueue<Long> confirmed = new LinkedBlockingQueue<>();

	// tag::async[]
	@Async("mail")
	public void confirm(Order order) {
		send("Thank you for order " + order.id());
	}
	// end::async[]

	/**
	 * The next order that is confirmed.
	 * @return its id, or {@code null} if it takes too long
	 * @throws InterruptedException if the thread is interrupted
	 */
	public @Nullable Long next() throws InterruptedException {
		return this.confirmed.poll(60, TimeUnit.SECONDS);
	}

	private void send(String text) {
		this.confirmed.add(Long.valueOf(text.substring(text.lastIndexOf(' ') + 1)));
	}

	/**
	 * What is confirmed.
	 *
	 * @param id the id of the order
	 */
	record Order(long id) {
	}

}
