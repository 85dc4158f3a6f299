package io.perfstarter.routing.autoconfigure;

import java.time.Duration;

import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.routing.ReplicaState;
import io.perfstarter.routing.RoutingStatus;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Says at the start what was wired and why, and what cannot be used and why.
 */
final class RoutingStartReport implements SmartInitializingSingleton {

	/**
	 * How long the start may wait for the servers' first answers.
	 */
	private static final Duration PATIENCE = Duration.ofSeconds(2);

	private static final Log logger = LogFactory.getLog(RoutingStartReport.class);

	private final RoutingWiring wiring;

	private final RoutingProperties properties;

	private final ObjectProvider<MeterRegistry> registry;

	private final ListableBeanFactory beanFactory;

	RoutingStartReport(RoutingWiring wiring, RoutingProperties properties, ObjectProvider<MeterRegistry> registry,
			ListableBeanFactory beanFactory) {
		this.wiring = wiring;
		this.properties = properties;
		this.registry = registry;
		this.beanFactory = beanFactory;
	}

	@Override
	public void afterSingletonsInstantiated() {
		WiredRouting wired = this.wiring.wired();
		this.registry.ifUnique(this.wiring::meterTo);
		wired.routing().awaitFirst(PATIENCE);
		RoutingStatus status = wired.routing().status();
		report(wired, status.primary());
		status.replicas().forEach(this::report);
		this.beanFactory.getBeansOfType(PlatformTransactionManager.class).forEach(this::checkTransactionManager);
	}

	private void report(WiredRouting wired, RoutingStatus.Primary primary) {
		String role = "The primary is '%s', which serves everything but read-only transactions; its connections are fetched at the first statement, by the lazy proxy that %s"
			.formatted(wired.primary(), (wired.lazyByBoot()) ? "was there" : "routing has put around it");
		if (Boolean.FALSE.equals(primary.answering())) {
			logger.warn("%s. It does not answer: %s".formatted(role, primary.lastError()));
		}
		else {
			logger.info(role);
		}
	}

	private void report(RoutingStatus.Member replica) {
		String name = "The replica '%s', with up to %d connections,".formatted(replica.name(), replica.poolSize());
		if (replica.state() == ReplicaState.UP) {
			logger.info("%s serves read-only transactions, because it answers and is %s".formatted(name,
					behind(replica.lag())));
		}
		else {
			logger.warn("%s serves nothing until that changes: %s".formatted(name, why(replica)));
		}
	}

	private String why(RoutingStatus.Member replica) {
		String url = "%s.%s.url".formatted(RoutingProperties.REPLICAS, replica.name());
		String reason = switch (replica.state()) {
			case UP -> "it is up";
			case UNKNOWN -> "it has not answered within %d s".formatted(PATIENCE.toSeconds());
			case LATE -> "it is %s, and at most %s are allowed by '%s.lag.max'".formatted(behind(replica.lag()),
					this.properties.lag().max(), RoutingProperties.PREFIX);
			case DOWN -> "it does not answer";
			case WRITABLE -> "it would take writes, so it is no replica: check '%s'".formatted(url);
			case FOREIGN -> "it belongs to another cluster than the primary: check '%s'".formatted(url);
		};
		return (replica.lastError() != null) ? reason + ": " + replica.lastError() : reason;
	}

	private static String behind(@Nullable Duration lag) {
		return (lag != null) ? lag.toMillis() + " ms behind" : "behind by a time that is not known";
	}

	private void checkTransactionManager(String name, PlatformTransactionManager manager) {
		if (!(manager instanceof ConfigurableTransactionManager)) {
			logger.warn(
					"The transaction manager '%s' tells nobody of its transactions before they begin, so whether they go to a replica depends on when it fetches connections"
						.formatted(name));
		}
	}

}
