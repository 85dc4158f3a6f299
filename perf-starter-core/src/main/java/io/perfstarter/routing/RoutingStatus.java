package io.perfstarter.routing;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What routing knows at a moment.
 *
 * @param primary the primary
 * @param replicas the replicas, in the order of configuration
 * @param rejected how many read-only transactions no server was allowed to serve
 */
public record RoutingStatus(Primary primary, List<Member> replicas, long rejected) {

	/**
	 * The primary.
	 *
	 * @param answering whether it answered when it was last asked; {@code null} if it was
	 * not asked yet
	 * @param connections how many connections it has lent, by the reason of each decision
	 * @param fallbacks how many reads it serves at the moment because no replica was fit
	 * @param fallbackLimit how many of them need not give way to writers for ever
	 * @param lastError why it did not answer last, {@code null} if it always has
	 */
	public record Primary(@Nullable Boolean answering, Map<String, Long> connections, int fallbacks, int fallbackLimit,
			@Nullable String lastError) {
	}

	/**
	 * A replica.
	 *
	 * @param name its name
	 * @param state what is known of it
	 * @param lag how far it is behind at most, {@code null} if that is not known
	 * @param connections how many connections it has lent, by the reason of each decision
	 * @param inFlight how many of its connections are lent
	 * @param poolSize how many it has
	 * @param lastError why it could not be used last, {@code null} if it always could
	 */
	public record Member(String name, ReplicaState state, @Nullable Duration lag, Map<String, Long> connections,
			int inFlight, int poolSize, @Nullable String lastError) {
	}

}
