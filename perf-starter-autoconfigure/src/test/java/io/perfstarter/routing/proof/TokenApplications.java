package io.perfstarter.routing.proof;

import io.perfstarter.routing.PostgresPair;

import static org.awaitility.Awaitility.await;

/**
 * Two instances of an application, with a primary and a standby that may be behind.
 */
final class TokenApplications implements AutoCloseable {

	private final PostgresPair databases = PostgresPair.shared();

	private final TokenApplication one;

	private final TokenApplication other;

	TokenApplications() {
		this.databases.execute("create table if not exists counters (id bigint primary key, value bigint)");
		this.databases
			.execute("insert into counters select id, 0 from generate_series(1, 100) as id on conflict do nothing");
		this.one = new TokenApplication(this.databases);
		this.other = new TokenApplication(this.databases);
		await().until(() -> this.one.isReady() && this.other.isReady());
	}

	PostgresPair databases() {
		return this.databases;
	}

	TokenApplication one() {
		return this.one;
	}

	TokenApplication other() {
		return this.other;
	}

	@Override
	public void close() {
		this.databases.applyDelay(0);
		this.one.close();
		this.other.close();
	}

}
