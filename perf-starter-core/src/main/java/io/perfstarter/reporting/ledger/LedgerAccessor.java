package io.perfstarter.reporting.ledger;

import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * Carries the ledger along where Micrometer's context propagation does so, as on
 * executors. Found as a service.
 */
public final class LedgerAccessor implements ThreadLocalAccessor<Ledger> {

	static final String KEY = "perf-starter.ledger";

	@Override
	public Object key() {
		return KEY;
	}

	@Override
	public @Nullable Ledger getValue() {
		return CurrentLedger.get();
	}

	@Override
	public void setValue(Ledger value) {
		CurrentLedger.replace(value);
	}

	@Override
	public void setValue() {
		CurrentLedger.replace(null);
	}

}
