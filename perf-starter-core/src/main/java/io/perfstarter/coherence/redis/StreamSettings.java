package io.perfstarter.coherence.redis;

import java.time.Duration;

/**
 * The settings of a {@link RedisStream}.
 *
 * @param service the name of the service, whose instances share the stream
 * @param departure the time after which a member that does not claim anything any more is
 * removed, which all members learn
 * @param longestWait the maximum time to wait for entries at once, shorter than the
 * timeout of the client
 * @param blocking whether the client waits for entries in the server; otherwise it asks
 * again and again
 */
public record StreamSettings(String service, Duration departure, Duration longestWait, boolean blocking) {
}
