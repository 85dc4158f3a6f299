package io.perfstarter.coherence.protocol;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * What one instance tells a peer in one go; without events it is a greeting, or asks how
 * far the peer is.
 *
 * @param origin the id of the sending instance, new at each of its starts
 * @param address where the sender listens, {@code null} if it does not know
 * @param batch what is gone, since the peer confirmed the last
 * @param mark the last number of the sender
 * @param pull asks for what the peer evicted after this number, {@code null} to ask for
 * nothing
 * @param leaving whether the sender is about to stop
 */
public record Message(String origin, @Nullable URI address, Batch batch, long mark, @Nullable Long pull,
		boolean leaving) {
}
