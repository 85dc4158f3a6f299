package io.perfstarter.routing.connection;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The state of routing at one moment.
 *
 * @param primary the primary
 * @param replicas the replicas, in the order of configuration
 * @param rejected the number of read-only transactions rejected because no server was
 * available
 */
public record RoutingStatus(Primary primary, List<Member> replicas, long rejected) {

	/**
	 * The state of the primary.
	 *
	 * @param answering whether it answered the last probe, {@code null} before the first
	 * probe
	 * @param connections the number of borrowed connections by reason
	 * @param fallbacks the number of reads it currently serves because no replica is
	 * eligible
	 * @param fallbackLimit the number of such reads that may run while writers wait
	 * @param lastError the reason of the last failed probe, {@code null} if there was
	 * none
	 */
	public record Primary(@Nullable Boolean answering, Map<String, Long> connections, int fallbacks, int fallbackLimit,
			@Nullable String lastError) {
	}

	/**
	 * The state of a replica.
	 *
	 * @param name the name
	 * @param state the state
	 * @param lag the upper bound of its lag, {@code null} if unknown
	 * @param connections the number of borrowed connections by reason
	 * @param inFlight the number of connections in use
	 * @param poolSize the maximum size of its pool
	 * @param lastError the last reason for which it could not be used, {@code null} if
	 * there was none
	 */
	public record Member(String name, ReplicaState state, @Nullable Duration lag, Map<String, Long> connections,
			int inFlight, int poolSize, @Nullable String lastError) {
	}

}
