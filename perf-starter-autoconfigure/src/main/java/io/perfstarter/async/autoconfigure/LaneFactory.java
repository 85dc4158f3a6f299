package io.perfstarter.async.autoconfigure;

import java.time.Duration;
import java.util.Objects;
import java.util.function.IntSupplier;

import io.perfstarter.async.Lane;
import io.perfstarter.async.LaneSettings;
import io.perfstarter.async.Lanes;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Makes lanes of their properties.
 */
class LaneFactory {

	private static final Duration FOR_EVER = Duration.ofDays(36_500);

	private final AsyncProperties properties;

	private final Lanes lanes;

	private final ObjectProvider<LanePools> pools;

	LaneFactory(AsyncProperties properties, Lanes lanes, ObjectProvider<LanePools> pools) {
		this.properties = properties;
		this.lanes = lanes;
		this.pools = pools;
	}

	/**
	 * A lane of the application.
	 */
	Lane named(String name) {
		String prefix = AsyncProperties.PREFIX + ".lanes." + name;
		AsyncProperties.Lane lane = Objects.requireNonNull(this.properties.lanes().get(name), prefix);
		if (lane.permits() == null) {
			throw new InvalidConfigurationPropertyValueException(prefix + ".permits", null,
					"A lane needs to know how many tasks it runs at once: a number, or 'pool'.");
		}
		return lane(name, lane, prefix);
	}

	Lane ofDefault(String name) {
		return lane(name, this.properties.defaultLane(), AsyncProperties.PREFIX + ".default-lane");
	}

	Lane ofMvc(String name) {
		return lane(name, this.properties.mvcLane(), AsyncProperties.PREFIX + ".mvc-lane");
	}

	private Lane lane(String name, AsyncProperties.Lane lane, String prefix) {
		LanePool pool = (lane.isOfPool()) ? pool(lane.pool(), prefix) : null;
		LaneSettings settings = new LaneSettings((pool != null) ? pool.permits() : fixed(lane.number()), lane.room(),
				(lane.maxWait() != null) ? lane.maxWait() : FOR_EVER, lane.runTimeout(), lane.onFull(),
				lane.maxSubmitWait(), lane.submit());
		return this.lanes.add(name, settings, (pool != null) ? pool.name() : null);
	}

	private static IntSupplier fixed(int permits) {
		return () -> permits;
	}

	private LanePool pool(@Nullable String name, String prefix) {
		LanePools pools = this.pools.getIfAvailable();
		if (pools == null) {
			throw new InvalidConfigurationPropertyValueException(prefix + ".permits", "pool",
					"It needs a DataSource of HikariCP; write a number instead.");
		}
		return pools.find(name, prefix + ".pool");
	}

}
