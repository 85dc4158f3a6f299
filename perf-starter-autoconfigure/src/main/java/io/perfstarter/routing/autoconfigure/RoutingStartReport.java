package io.perfstarter.routing.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

import io.perfstarter.routing.connection.ReplicaState;
import io.perfstarter.routing.connection.RoutingStatus;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Logs at startup how routing is configured. {@code Routing} logs state changes of
 * servers.
 */
record RoutingStartReport(RoutingWiring wiring, ListableBeanFactory beanFactory) implements SmartInitializingSingleton {

	// The maximum time for which the startup waits for the first probes.
	private static final Duration PATIENCE = Duration.ofSeconds(2);

	private static final Log logger = LogFactory.getLog(RoutingStartReport.class);

	@Override
	public void afterSingletonsInstantiated() {
		RoutingWiring.WiredRouting wired = this.wiring.wired();
		wired.routing().awaitFirst(PATIENCE);
		report(wired);
		warnIfSerializable(wired);
		this.beanFactory.getBeansOfType(PlatformTransactionManager.class)
			.forEach(RoutingStartReport::checkTransactionManager);
	}

	private void report(RoutingWiring.WiredRouting wired) {
		List<RoutingStatus.Member> replicas = wired.routing().status().replicas();
		logger
			.info(("Routing: read-only transactions run on replicas that are UP and fresh enough (%s), everything else on "
					+ "the primary (bean '%s'). Connections are fetched at the first statement by Spring's lazy proxy, %s")
				.formatted(replicas.stream().map(RoutingStartReport::describe).collect(Collectors.joining(", ")),
						wired.primary(), (wired.lazyByBoot()) ? "created by Boot" : "added around the primary"));
		replicas.stream()
			.filter((replica) -> replica.state() == ReplicaState.UNKNOWN)
			.forEach(
					(replica) -> logger.warn("Replica '%s' did not answer within %s s and serves no reads until it does"
						.formatted(replica.name(), PATIENCE.toSeconds())));
	}

	private static void warnIfSerializable(RoutingWiring.WiredRouting wired) {
		if (wired.defaults().isSerializable()) {
			logger.warn("The default isolation level of the primary (bean '%s') is SERIALIZABLE, which replicas do not "
				.formatted(wired.primary())
					+ "offer: read-only transactions run on a replica only if they set another one, such as "
					+ "@Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)");
		}
	}

	private static String describe(RoutingStatus.Member replica) {
		return "replica '%s' (%s, up to %s connections)".formatted(replica.name(), replica.state(), replica.poolSize());
	}

	private static void checkTransactionManager(String name, PlatformTransactionManager manager) {
		if (!(manager instanceof ConfigurableTransactionManager)) {
			logger.warn(
					"The transaction manager '%s' does not notify TransactionExecutionListeners, so whether its read-only transactions run on a replica depends on when it fetches their connections"
						.formatted(name));
		}
	}

}
