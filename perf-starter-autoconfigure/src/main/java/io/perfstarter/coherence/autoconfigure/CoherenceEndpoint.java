package io.perfstarter.coherence.autoconfigure;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.guard.ForgottenEvictions;
import io.perfstarter.coherence.guard.ForgottenEvictions.Finding;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.coherence.protocol.NodeStatus;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * {@link Endpoint} that shows the state of this instance, and its peers if evictions are
 * logged there.
 */
@Endpoint(id = "coherence")
class CoherenceEndpoint {

	private static final String FORGOTTEN = "forgotten-evictions";

	private final Supplier<@Nullable Object> status;

	private final ObjectProvider<ForgottenEvictions> detector;

	/**
	 * Creates the endpoint.
	 * @param status supplies a record with what is shown, {@code null} if there is
	 * nothing to show
	 * @param detector finds forgotten evictions, if that is on
	 */
	CoherenceEndpoint(Supplier<@Nullable Object> status, ObjectProvider<ForgottenEvictions> detector) {
		this.status = status;
		this.detector = detector;
	}

	@ReadOperation
	@Nullable Object coherence() {
		return this.status.get();
	}

	/**
	 * Returns the transactions that forget an eviction.
	 * @param what only {@value #FORGOTTEN}
	 */
	@ReadOperation
	@Nullable List<Finding> forgottenEvictions(@Selector String what) {
		ForgottenEvictions found = FORGOTTEN.equals(what) ? this.detector.getIfAvailable() : null;
		return (found != null) ? found.findings() : null;
	}

	static @Nullable Description describe(FanOut fanOut) {
		NodeStatus status = fanOut.status();
		return (status != null) ? new Description(status.mode(), status.maxStaleness(), status.certificateAge(),
				status.behind(), status.origin(), status.address(), status.mark(), status.members(), fanOut.repairs())
				: null;
	}

	/**
	 * The response of the endpoint if evictions are logged at the peers.
	 *
	 * @param mode the mode of serving cached entries
	 * @param maxStaleness the maximum staleness
	 * @param certificateAge the age of the freshness watermark, {@code null} if a peer
	 * was never contacted
	 * @param cachesBehind the ages of the watermarks of the caches that are behind it,
	 * because a change of them is in progress here or at a peer
	 * @param origin the id of this instance
	 * @param address its address, if known
	 * @param mark the sequence number of its last eviction
	 * @param members the peers
	 * @param repairs the latest recoveries of missed evictions
	 */
	record Description(Mode mode, Duration maxStaleness, @Nullable Duration certificateAge,
			Map<String, Duration> cachesBehind, String origin, @Nullable URI address, long mark,
			List<NodeStatus.Member> members, List<FanOut.Repair> repairs) {
	}

}
