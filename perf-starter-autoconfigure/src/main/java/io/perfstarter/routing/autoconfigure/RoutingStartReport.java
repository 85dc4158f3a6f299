package io.perfstarter.routing.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

import io.perfstarter.routing.ReplicaState;
import io.perfstarter.routing.RoutingStatus;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Says at the start what was wired and why. What becomes of the servers, from the first
 * answer on, routing says itself.
 */
final class RoutingStartReport implements SmartInitializingSingleton {

	/**
	 * How long the start may wait for the servers' first answers.
	 */
	private static final Duration PATIENCE = Duration.ofSeconds(2);

	private static final Log logger = LogFactory.getLog(RoutingStartReport.class);

	private final RoutingWiring wiring;

	private final ListableBeanFactory beanFactory;

	RoutingStartReport(RoutingWiring wiring, ListableBeanFactory beanFactory) {
		this.wiring = wiring;
		this.beanFactory = beanFactory;
	}

	@Override
	public void afterSingletonsInstantiated() {
		WiredRouting wired = this.wiring.wired();
		wired.routing().awaitFirst(PATIENCE);
		report(wired);
		this.beanFactory.getBeansOfType(PlatformTransactionManager.class).forEach(this::checkTransactionManager);
	}

	private void report(WiredRouting wired) {
		List<RoutingStatus.Member> replicas = wired.routing().status().replicas();
		logger.info(("Read-only transactions go to the replicas that are UP and fresh enough, of %s; all else goes to "
				+ "the primary, the bean '%s'. Connections are fetched at the first statement: Spring's lazy proxy %s")
			.formatted(replicas.stream().map(RoutingStartReport::describe).collect(Collectors.joining(", ")),
					wired.primary(), (wired.lazyByBoot()) ? "was there already" : "was put around the primary"));
		replicas.stream()
			.filter((replica) -> replica.state() == ReplicaState.UNKNOWN)
			.forEach((replica) -> logger
				.warn("Replica '%s' has not answered within %s s and is not read from until it has"
					.formatted(replica.name(), PATIENCE.toSeconds())));
	}

	private static String describe(RoutingStatus.Member replica) {
		return "replica '%s' (%s, up to %s connections)".formatted(replica.name(), replica.state(), replica.poolSize());
	}

	private void checkTransactionManager(String name, PlatformTransactionManager manager) {
		if (!(manager instanceof ConfigurableTransactionManager)) {
			logger.warn(
					"The transaction manager '%s' tells nobody of its transactions before they begin, so whether they go to a replica depends on when it fetches connections"
						.formatted(name));
		}
	}

}
