package io.perfstarter.async.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

import io.perfstarter.async.ContextPart;
import io.perfstarter.async.LaneSettings.OnFull;
import io.perfstarter.async.LaneSettings.Submit;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Configuration properties for lanes.
 *
 * @param enabled Whether there are lanes. Without a value there are if one is configured;
 * true alone puts the default lane in the place of the application's task executor.
 * @param virtualThreads Whether tasks run in virtual threads. By default they do from JDK
 * 21 on.
 * @param propagate What tasks see of the caller's thread: tracing, mdc, a copy of the
 * security context, locale.
 * @param drainTimeout How long the lanes may run on at the stop, before what waits is
 * cancelled and what runs is interrupted.
 * @param poolReserve How much of a pool of connections lanes with 'permits: pool' leave
 * to others: a percentage, or a number of connections.
 * @param defaultLane The lane behind @Async without a name.
 * @param mvcLane The lane of the asynchronous requests of Spring MVC.
 * @param lanes Lanes by name, each of them an executor for @Async("name").
 */
@ConfigurationProperties(AsyncProperties.PREFIX)
record AsyncProperties(@Nullable Boolean enabled, @Nullable Boolean virtualThreads,
		@DefaultValue("tracing,mdc,security,locale") Set<ContextPart> propagate,
		@DefaultValue("20s") Duration drainTimeout, @DefaultValue("50%") String poolReserve,
		@DefaultValue Lane defaultLane, @DefaultValue Lane mvcLane, @DefaultValue Map<String, Lane> lanes) {

	static final String PREFIX = "perf-starter.async";

	AsyncProperties {
		if (drainTimeout.isNegative()) {
			throw new InvalidConfigurationPropertyValueException(PREFIX + ".drain-timeout", drainTimeout,
					"It must not be negative; 20s is the default.");
		}
		lanes.forEach((name, lane) -> lane.check(PREFIX + ".lanes." + name));
		defaultLane.check(PREFIX + ".default-lane");
		mvcLane.check(PREFIX + ".mvc-lane");
	}

	/**
	 * How many permits there are without a setting, for the lanes that need none.
	 */
	private static final String DEFAULT_PERMITS = "64";

	/**
	 * One lane.
	 *
	 * @param permits How many tasks run at once: a number, or 'pool' for the size of a
	 * pool of connections less the reserve. The default lane and that of Spring MVC have
	 * 64 without a setting.
	 * @param pool The bean of the pool, if there are several.
	 * @param room How many tasks may wait.
	 * @param maxWait How long a task may wait, before it is not run any more. Without a
	 * value as long as it takes.
	 * @param runTimeout How long a task may run, before it is interrupted. Without a
	 * value as long as it takes.
	 * @param onFull What happens to tasks for which there is no room: reject, drop, or
	 * wait.
	 * @param maxSubmitWait How long callers wait for room, with 'on-full: wait'.
	 * @param submit When a task that is submitted in a transaction comes to the lane:
	 * immediate, or after-commit.
	 */
	record Lane(@Nullable String permits, @Nullable String pool, @DefaultValue("1000") int room,
			@Nullable Duration maxWait, @Nullable Duration runTimeout, @DefaultValue("reject") OnFull onFull,
			@Nullable Duration maxSubmitWait, @DefaultValue("immediate") Submit submit) {

		private static final String POOL = "pool";

		boolean isOfPool() {
			return POOL.equals(this.permits);
		}

		int number() {
			return Integer.parseInt((this.permits != null) ? this.permits : DEFAULT_PERMITS);
		}

		private void check(String prefix) {
			if (this.permits != null && !isOfPool() && !this.permits.matches("[1-9]\\d{0,8}")) {
				throw new InvalidConfigurationPropertyValueException(prefix + ".permits", this.permits,
						"It must be a number from 1 on, or 'pool'.");
			}
			if (this.pool != null && !isOfPool()) {
				throw new InvalidConfigurationPropertyValueException(prefix + ".pool", this.pool,
						"It needs 'permits: pool'.");
			}
			if (this.room < 0) {
				throw new InvalidConfigurationPropertyValueException(prefix + ".room", this.room,
						"It must be 0 or more; 1000 is the default.");
			}
			checkPositive(prefix + ".max-wait", this.maxWait);
			checkPositive(prefix + ".run-timeout", this.runTimeout);
			checkPositive(prefix + ".max-submit-wait", this.maxSubmitWait);
			if ((this.onFull == OnFull.WAIT) != (this.maxSubmitWait != null)) {
				throw new InvalidConfigurationPropertyValueException(prefix + ".max-submit-wait", this.maxSubmitWait,
						"It belongs to 'on-full: wait', which needs it, so that no caller waits for ever.");
			}
		}

		private static void checkPositive(String property, @Nullable Duration value) {
			if (value != null && (value.isNegative() || value.isZero())) {
				throw new InvalidConfigurationPropertyValueException(property, value,
						"It must be longer than nothing, or left out.");
			}
		}

	}

}
