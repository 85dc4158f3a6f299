package io.perfstarter.coherence.autoconfigure;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.Repair;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.coherence.protocol.NodeStatus;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * {@link Endpoint} that shows the state of this instance and its peers.
 */
@Endpoint(id = "coherence")
class CoherenceEndpoint {

	private final FanOut fanOut;

	CoherenceEndpoint(FanOut fanOut) {
		this.fanOut = fanOut;
	}

	@ReadOperation
	@Nullable Description coherence() {
		NodeStatus status = this.fanOut.status();
		return (status != null) ? Description.of(status, this.fanOut.repairs()) : null;
	}

	/**
	 * The response of the endpoint.
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
			List<NodeStatus.Member> members, List<Repair> repairs) {

		static Description of(NodeStatus status, List<Repair> repairs) {
			return new Description(status.mode(), status.maxStaleness(), status.certificateAge(), status.behind(),
					status.origin(), status.address(), status.mark(), status.members(), repairs);
		}

	}

}
