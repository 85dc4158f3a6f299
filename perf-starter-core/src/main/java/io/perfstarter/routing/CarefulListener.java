package io.perfstarter.routing;

import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what a listener throws from whoever found out what it was told.
 */
final class CarefulListener implements RoutingListener {

	private static final Log logger = LogFactory.getLog(CarefulListener.class);

	private final RoutingListener delegate;

	private final AtomicBoolean failed = new AtomicBoolean();

	CarefulListener(RoutingListener delegate) {
		this.delegate = delegate;
	}

	@Override
	public void replicaChanged(String name, ReplicaState before, ReplicaState now, @Nullable String error) {
		tell(() -> this.delegate.replicaChanged(name, before, now, error));
	}

	@Override
	public void primaryChanged(boolean answering, @Nullable String error) {
		tell(() -> this.delegate.primaryChanged(answering, error));
	}

	private void tell(Runnable change) {
		try {
			change.run();
		}
		catch (RuntimeException ex) {
			if (this.failed.compareAndSet(false, true)) {
				logger.warn("A listener of routing failed; further failures are not reported", ex);
			}
		}
	}

}
