package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A message to a peer. Without events, it is a first contact or a request for the high
 * watermark of the peer.
 *
 * @param origin the id of the incarnation of the sender
 * @param recipient the address to which the sender sends it, {@code null} if not known
 * @param address the address of the sender, {@code null} if not known
 * @param batch the evictions since the last acknowledged ones
 * @param mark the high watermark of the sender
 * @param pull requests the evictions of the peer after this sequence number, {@code null}
 * for none
 * @param lastDoubts the times in nanoseconds since the last doubts of a sender that
 * leaves the group, by the name of the cache; {@code null} if the sender stays
 */
public record Message(String origin, @Nullable URI recipient, @Nullable URI address, Batch batch, long mark,
		@Nullable Long pull, @Nullable Map<String, Long> lastDoubts) {

	/**
	 * Creates a message.
	 * @throws IllegalArgumentException if the evictions exceed the high watermark
	 */
	public Message {
		if (batch.upTo() > mark) {
			throw new IllegalArgumentException(
					"Evictions up to %s exceed the high watermark %s".formatted(batch.upTo(), mark));
		}
	}

	/**
	 * Creates a message of a sender without doubts.
	 * @param leaving whether the sender leaves the group
	 */
	public Message(String origin, @Nullable URI recipient, @Nullable URI address, Batch batch, long mark,
			@Nullable Long pull, boolean leaving) {
		this(origin, recipient, address, batch, mark, pull, leaving ? Map.of() : null);
	}

	/**
	 * Returns whether the sender leaves the group.
	 * @return whether this is its last message
	 */
	public boolean leaving() {
		return this.lastDoubts != null;
	}

}
