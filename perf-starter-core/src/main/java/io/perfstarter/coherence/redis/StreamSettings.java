package io.perfstarter.coherence.redis;

import java.time.Duration;

/**
 * The settings of a {@link RedisStream}.
 *
 * @param service the name of the service, whose instances share the stream
 * @param departure the time after which a member that does not claim anything any more is
 * removed, which all members learn
 * @param rejoin the time after the begin of an epoch in which its members are expected;
 * what a later one has written before may be lost, which all members learn
 * @param longestWait the maximum time to wait for entries at once, shorter than the
 * timeout of the client
 */
public record StreamSettings(String service, Duration departure, Duration rejoin, Duration longestWait) {
}
