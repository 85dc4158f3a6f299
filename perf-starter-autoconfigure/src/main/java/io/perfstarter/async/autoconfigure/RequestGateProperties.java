package io.perfstarter.async.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.perfstarter.async.RequestGate;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Configuration properties of the request gate.
 *
 * @param permits How many requests may run at a time. The gate is on when this is set.
 * @param room How many more requests may wait. Ten times the permits unless set.
 * @param maxWait Longest time that a request waits.
 * @param exclude Patterns of paths, below the context path, whose requests pass beside
 * the gate, such as those of server-sent events.
 */
@ConfigurationProperties(RequestGateProperties.PREFIX)
record RequestGateProperties(@Nullable Integer permits, @Nullable Integer room, @DefaultValue("5s") Duration maxWait,
		@DefaultValue List<String> exclude) {

	static final String PREFIX = "perf-starter.async.requests";

	/**
	 * The last of the room waits for ten run times of a request, which is much, and well
	 * below the longest wait for requests of less than half a second.
	 */
	private static final long ROOM_PER_PERMIT = 10;

	/**
	 * Makes the gate; not while binding, whose failure would hide what is wrong behind
	 * class names.
	 * @return the gate
	 */
	RequestGate gate() {
		if (this.permits == null || this.permits < 1) {
			throw invalid("permits", this.permits,
					"It is how many requests may run at a time: write 1 or more, or leave it out to have no gate.");
		}
		int places = places(this.permits);
		if (places < 0) {
			throw invalid("room", places,
					"It is how many requests may wait: write 0 or more, or leave it out for ten times the permits.");
		}
		if (this.maxWait.isNegative() || this.maxWait.isZero()) {
			throw invalid("max-wait", this.maxWait,
					"It must be longer than nothing: write 5s, or if no request is to wait, 0 for '%s.room'."
						.formatted(PREFIX));
		}
		return new RequestGate(this.permits, places, this.maxWait);
	}

	int places(int permits) {
		return (this.room != null) ? this.room : (int) Math.min(Integer.MAX_VALUE, ROOM_PER_PERMIT * permits);
	}

	static InvalidConfigurationPropertyValueException invalid(String name, @Nullable Object value, String reason) {
		return new InvalidConfigurationPropertyValueException(PREFIX + "." + name, value, reason);
	}

}
