package io.perfstarter.coherence.autoconfigure;

import java.net.URI;
import java.time.Duration;
import java.util.List;

import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.Repair;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.coherence.protocol.NodeStatus;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * {@link Endpoint} that tells what this instance knows of its peers.
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
	 * What is told.
	 *
	 * @param mode what may be served from the caches
	 * @param maxStaleness the bound
	 * @param certificateAge how long ago everything was heard that was evicted anywhere,
	 * {@code null} if somebody was not heard at all
	 * @param origin the id of this instance
	 * @param address where it listens, if it knows
	 * @param mark the number of its last eviction
	 * @param members the peers
	 * @param repairs when something was missed last
	 */
	record Description(Mode mode, Duration maxStaleness, @Nullable Duration certificateAge, String origin,
			@Nullable URI address, long mark, List<NodeStatus.Member> members, List<Repair> repairs) {

		static Description of(NodeStatus status, List<Repair> repairs) {
			return new Description(status.mode(), status.maxStaleness(), status.certificateAge(), status.origin(),
					status.address(), status.mark(), status.members(), repairs);
		}

	}

}
