package io.perfstarter.sample.slow;

import java.util.concurrent.CompletableFuture;

import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;

/**
 * Waits in a thread of an executor for one of another executor.
 */
@Component
class Newsletters {

	private final Mails mails;

	Newsletters(Mails mails) {
		this.mails = mails;
	}

	@Async("oneMail")
	public CompletableFuture<Integer> send(int millis) {
		return CompletableFuture.completedFuture(this.mails.read(millis).join());
	}

}
