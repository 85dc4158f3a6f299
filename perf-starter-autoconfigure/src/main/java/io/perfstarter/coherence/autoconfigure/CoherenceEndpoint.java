package io.perfstarter.coherence.autoconfigure;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.LogFanOut;
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
 * {@link Endpoint} that shows the state of this instance, and its peers unless a shared
 * log connects them.
 */
@Endpoint(id = "coherence")
class CoherenceEndpoint {

	private static final String FORGOTTEN = "forgotten-evictions";

	private final ObjectProvider<FanOut> fanOut;

	private final ObjectProvider<LogFanOut> log;

	private final ObjectProvider<ForgottenEvictions> detector;

	/**
	 * Creates the endpoint.
	 * @param fanOut exchanges evictions with peers
	 * @param log exchanges evictions through a log; it is shown instead of the peers
	 * @param detector finds forgotten evictions
	 */
	CoherenceEndpoint(ObjectProvider<FanOut> fanOut, ObjectProvider<LogFanOut> log,
			ObjectProvider<ForgottenEvictions> detector) {
		this.fanOut = fanOut;
		this.log = log;
		this.detector = detector;
	}

	@ReadOperation
	@Nullable Object coherence() {
		LogFanOut log = this.log.getIfAvailable();
		if (log != null) {
			return log.status();
		}
		FanOut fanOut = this.fanOut.getIfAvailable();
		return (fanOut != null) ? describe(fanOut) : null;
	}

	/**
	 * Returns the transactions that forget an eviction.
	 * @param what must be {@value #FORGOTTEN}
	 */
	@ReadOperation
	@Nullable List<Finding> forgottenEvictions(@Selector String what) {
		ForgottenEvictions found = FORGOTTEN.equals(what) ? this.detector.getIfAvailable() : null;
		return (found != null) ? found.findings() : null;
	}

	private static @Nullable Description describe(FanOut fanOut) {
		NodeStatus status = fanOut.status();
		return (status != null) ? new Description(status.mode(), status.maxStaleness(), status.certificateAge(),
				status.behind(), status.origin(), status.address(), status.mark(), status.members(), fanOut.repairs())
				: null;
	}

	/**
	 * The response of the endpoint if evictions are sent to the peers.
	 *
	 * @param mode the mode of serving cached entries
	 * @param maxStaleness the maximum staleness
	 * @param certificateAge the age of the freshness watermark, {@code null} if a peer
	 * was never contacted
	 * @param cachesBehind the age of the watermark of each cache that is behind, because
	 * a change of this cache is in progress here or at a peer
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
