package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a {@link CoherenceNode} knows at a moment.
 *
 * @param origin the id of this instance
 * @param address where it listens, if it knows
 * @param mark its last number
 * @param mode what it may serve
 * @param certificateAge how long ago everything was heard, {@code null} if somebody was
 * not heard at all
 * @param maxStaleness the bound
 * @param members the peers
 */
public record NodeStatus(String origin, @Nullable URI address, long mark, Mode mode, @Nullable Duration certificateAge,
		Duration maxStaleness, List<Member> members) {

	/**
	 * The peers that were not heard within the bound.
	 * @return where they listen, or their ids
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
	 * @param address where it listens, if that is known
	 * @param origin its id, if it has answered
	 * @param done the number up to which everything it told was done here
	 * @param mark its last number, as far as it is known
	 * @param heardAge how long ago everything was heard from it, {@code null} for never
	 * @param last what became of the last message to it, {@code null} if there was none
	 */
	public record Member(@Nullable URI address, @Nullable String origin, long done, long mark,
			@Nullable Duration heardAge, @Nullable Outcome last) {

		/**
		 * Whether so long was not heard from this peer that copies must be young.
		 * @param maxStaleness the bound
		 * @return whether it keeps the instance from being certified
		 */
		boolean isSilent(Duration maxStaleness) {
			return this.heardAge == null || this.heardAge.compareTo(maxStaleness) > 0;
		}

		static Member of(@Nullable URI address, @Nullable Outcome last, @Nullable Heard heard, long now) {
			return (heard != null) ? new Member(address, heard.origin(), heard.done(), heard.mark(),
					CoherenceNode.age(heard.upTo(), now), last) : new Member(address, null, 0, 0, null, last);
		}

	}

}
