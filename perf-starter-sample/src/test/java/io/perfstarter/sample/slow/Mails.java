package io.perfstarter.sample.slow;

import java.util.concurrent.CompletableFuture;

import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;

/**
 * Sends mails, each of which takes its time.
 */
@Component
class Mails {

	private final SlowRepository repository;

	Mails(SlowRepository repository) {
		this.repository = repository;
	}

	@Async("statements")
	public CompletableFuture<Integer> read(int millis) {
		return CompletableFuture.completedFuture(this.repository.sleep(millis));
	}

	@Async("oneMail")
	public CompletableFuture<Integer> send() throws InterruptedException {
		return CompletableFuture.completedFuture(take(80));
	}

	@Async("fewMails")
	public void sendLater() throws InterruptedException {
		take(300);
	}

	@ConcurrencyLimit(1)
	public int sendOneByOne() throws InterruptedException {
		return take(80);
	}

	private int take(int millis) throws InterruptedException {
		Thread.sleep(millis);
		return millis;
	}

}
