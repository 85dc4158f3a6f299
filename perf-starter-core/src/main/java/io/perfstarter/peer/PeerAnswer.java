package io.perfstarter.peer;

import org.jspecify.annotations.Nullable;

/**
 * The answer to a message.
 *
 * @param status the HTTP status
 * @param body the signed body; {@code null} if the answer is not signed, or its signature
 * is not valid for the message
 */
public record PeerAnswer(int status, byte @Nullable [] body) {
}
