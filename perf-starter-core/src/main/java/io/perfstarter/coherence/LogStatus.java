package io.perfstarter.coherence;

import java.time.Duration;
import java.util.Map;

import io.perfstarter.coherence.protocol.Mode;
import org.jspecify.annotations.Nullable;

/**
 * The state of a {@link LogFanOut} at one moment.
 *
 * @param mode the mode of serving cached entries
 * @param maxStaleness the maximum staleness
 * @param certificateAge the age of the freshness watermark, {@code null} if the log was
 * never read
 * @param cachesBehind the ages of the watermarks of the caches that are behind it,
 * because a change of them is in progress here or at another instance
 * @param origin the id of this instance
 * @param instances the number of instances that read the log, this one included, zero if
 * it is not known
 */
public record LogStatus(Mode mode, Duration maxStaleness, @Nullable Duration certificateAge,
		Map<String, Duration> cachesBehind, String origin, int instances) {
}
