package io.perfstarter.sample.documents;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import io.perfstarter.routing.ReadYourWrites;

import org.springframework.stereotype.Component;

/**
 * Sends a message about a write to a receiver that reads it, as the documents show it.
 */
@Component
class Receipts {

	private final Accounts accounts;

	private final ReadYourWrites readYourWrites;

	private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();

	Receipts(Accounts accounts, ReadYourWrites readYourWrites) {
		this.accounts = accounts;
		this.readYourWrites = readYourWrites;
	}

	// tag::message[]
	public void book(long account, long amount) {
		this.accounts.book(account, amount); // commits
		this.messages.add(new Message(account, this.readYourWrites.token()));
	}

	public long receive(Message message) {
		this.readYourWrites.require(message.token());
		return this.accounts.history(message.account());
	}
	// end::message[]

	Message next() throws InterruptedException {
		return this.messages.take();
	}

	/**
	 * What is sent.
	 *
	 * @param account the account
	 * @param token what the receiver must find
	 */
	record Message(long account, String token) {
	}

}
