package io.perfstarter.boundary;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Shows the account in meters. Thread-safe: of an account and a registry that come at the
 * same time at least one finds the other, and a meter is registered once.
 */
final class BoundaryMeters implements MeterBinder {

	private static final String METERS = "perf.starter.boundary.";

	private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();

	private final List<MethodAccount> accounts = new CopyOnWriteArrayList<>();

	@Override
	public void bindTo(MeterRegistry registry) {
		this.registries.add(registry);
		this.accounts.forEach((account) -> register(account, registry));
	}

	void add(MethodAccount account) {
		this.accounts.add(account);
		this.registries.forEach((registry) -> register(account, registry));
	}

	private static void register(MethodAccount account, MeterRegistry registry) {
		FunctionTimer.builder(METERS + "held", account, MethodAccount::holds, MethodAccount::held, TimeUnit.NANOSECONDS)
			.description("For how long transactional methods held a connection")
			.tag("method", account.method())
			.tag("pool", account.pool())
			.register(registry);
		FunctionTimer
			.builder(METERS + "used", account, MethodAccount::statements, MethodAccount::used, TimeUnit.NANOSECONDS)
			.description("For how long transactional methods executed statements")
			.tag("method", account.method())
			.tag("pool", account.pool())
			.register(registry);
		FunctionCounter.builder(METERS + "remote.calls", account, MethodAccount::remoteCalls)
			.description("Remote calls that were made while a connection was held")
			.baseUnit("calls")
			.tag("method", account.method())
			.tag("pool", account.pool())
			.register(registry);
	}

}
