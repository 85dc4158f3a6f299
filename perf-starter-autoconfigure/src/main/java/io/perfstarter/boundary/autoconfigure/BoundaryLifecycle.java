package io.perfstarter.boundary.autoconfigure;

import java.util.Locale;

import io.perfstarter.boundary.connection.Boundary;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.context.SmartLifecycle;

/**
 * Starts the check for idle connections after all singletons are created, so that a start
 * that fails before leaves no thread, and logs what boundary does.
 */
class BoundaryLifecycle implements SmartLifecycle {

	private static final Log logger = LogFactory.getLog(BoundaryLifecycle.class);

	private final Boundary boundary;

	private final BoundaryProperties properties;

	private final boolean repositoryTransactions;

	BoundaryLifecycle(Boundary boundary, BoundaryProperties properties, boolean repositoryTransactions) {
		this.boundary = boundary;
		this.properties = properties;
		this.repositoryTransactions = repositoryTransactions;
	}

	@Override
	public void start() {
		this.boundary.start();
		logger.info(
				"Boundary: remote calls while a connection is held: %s; connections held without a statement for %s are logged; repository methods that declare no transaction get %s"
					.formatted(this.properties.remoteCalls().name().toLowerCase(Locale.ROOT),
							this.properties.idleConnectionThreshold(), (this.repositoryTransactions) ? "one" : "none"));
	}

	@Override
	public void stop() {
		this.boundary.close();
	}

	@Override
	public boolean isRunning() {
		return this.boundary.isRunning();
	}

	/**
	 * Starts before all other lifecycle beans and stops after them, because these use
	 * connections, too.
	 */
	@Override
	public int getPhase() {
		return Integer.MIN_VALUE;
	}

}
