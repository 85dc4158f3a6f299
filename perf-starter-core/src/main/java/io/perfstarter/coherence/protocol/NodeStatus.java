package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The state of a {@link CoherenceNode} at one moment.
 *
 * @param origin the id of this instance
 * @param address the address of this instance, if known
 * @param mark its high watermark
 * @param mode the mode of serving cached entries
 * @param certificateAge the age of the freshness watermark, {@code null} if a peer was
 * never contacted or caches are bypassed
 * @param behind the ages of the watermarks of caches that are behind it, because a change
 * is in progress here or at a peer
 * @param shared the ids of the registrations at an address, for each address at which
 * fewer instances respond than are registered there
 * @param maxStaleness the maximum staleness
 * @param members the peers
 */
public record NodeStatus(String origin, @Nullable URI address, long mark, Mode mode, @Nullable Duration certificateAge,
		Map<String, Duration> behind, Map<URI, List<String>> shared, Duration maxStaleness, List<Member> members) {

	/**
	 * Returns the peers without contact for longer than the maximum staleness.
	 * @return their addresses, or their ids
	 */
	public List<String> silent() {
		return this.members.stream()
			.filter((member) -> member.isSilent(this.maxStaleness))
			.map((member) -> (member.address() != null) ? member.address().getRawAuthority()
					: String.valueOf(member.origin()))
			.toList();
	}

	/**
	 * A peer.
	 *
	 * @param address its address, if known
	 * @param origin its id, if it has responded
	 * @param done the sequence number up to which its evictions are applied
	 * @param mark its highest known sequence number
	 * @param heardAge the time since the last contact that covered all its evictions,
	 * {@code null} for never
	 * @param last the outcome of the last message to it, {@code null} if there was none
	 */
	public record Member(@Nullable URI address, @Nullable String origin, long done, long mark,
			@Nullable Duration heardAge, @Nullable MessageOutcome last) {

		/**
		 * Returns whether contact with this peer is lost.
		 * @param maxStaleness the maximum staleness
		 * @return whether the last contact is older than the maximum staleness
		 */
		boolean isSilent(Duration maxStaleness) {
			return this.heardAge == null || this.heardAge.compareTo(maxStaleness) > 0;
		}

		static Member of(@Nullable URI address, @Nullable MessageOutcome last, @Nullable PeerProgress heard, long now) {
			return (heard != null) ? new Member(address, heard.origin(), heard.done(), heard.mark(),
					CoherenceNode.age(heard.upTo(), now), last) : new Member(address, null, 0, 0, null, last);
		}

	}

}
