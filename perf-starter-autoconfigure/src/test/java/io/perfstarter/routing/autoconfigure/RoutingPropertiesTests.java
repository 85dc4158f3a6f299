package io.perfstarter.routing.autoconfigure;

import java.time.Duration;
import java.util.Map;

import io.perfstarter.routing.connection.RoutingSettings;
import org.junit.jupiter.api.Test;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RoutingProperties}.
 */
class RoutingPropertiesTests {

	@Test
	void hasDefaults() {
		RoutingProperties properties = bind(Map.of());
		assertThat(properties.settings())
			.isEqualTo(new RoutingSettings(Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofMillis(100),
					Duration.ofSeconds(1), Duration.ofSeconds(2), RoutingSettings.ReadYourWrites.POSITION,
					RoutingSettings.Fallback.PRIMARY, RoutingSettings.Exhausted.STALE));
		assertThat(properties.readYourWrites().scope()).isEqualTo(RoutingProperties.Scope.REQUEST);
		assertThat(properties.transactionJoinCheck()).isTrue();
	}

	@Test
	void takesEachSetting() {
		RoutingProperties properties = bind(Map.ofEntries(Map.entry("lag.max", "1s"), Map.entry("lag.hard-max", "2s"),
				Map.entry("read-your-writes.mode", "none"), Map.entry("read-your-writes.window", "5s"),
				Map.entry("read-your-writes.scope", "cookie"), Map.entry("fallback.mode", "stale"),
				Map.entry("fallback.on-exhausted", "fail"), Map.entry("transaction-join-check", "false")));
		assertThat(properties.settings()).isEqualTo(new RoutingSettings(Duration.ofSeconds(1), Duration.ofSeconds(2),
				Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(5),
				RoutingSettings.ReadYourWrites.NONE, RoutingSettings.Fallback.STALE, RoutingSettings.Exhausted.FAIL));
		assertThat(properties.readYourWrites().scope()).isEqualTo(RoutingProperties.Scope.COOKIE);
		assertThat(properties.transactionJoinCheck()).isFalse();
	}

	@Test
	void onlyTheWindowNeedsNoPositions() {
		assertThat(bind(Map.of("read-your-writes.mode", "window")).settings().readYourWrites())
			.isEqualTo(RoutingSettings.ReadYourWrites.WINDOW);
	}

	@Test
	void tokensOutlastEachLag() {
		assertThat(bind(Map.of()).longestLag()).isEqualTo(Duration.ofSeconds(60));
		assertThat(bind(Map.of("read-your-writes.window", "2m")).longestLag()).isEqualTo(Duration.ofMinutes(2));
		assertThat(bind(Map.of("lag.hard-max", "5m")).longestLag()).isEqualTo(Duration.ofMinutes(5));
	}

	private static RoutingProperties bind(Map<String, String> values) {
		MapConfigurationPropertySource source = new MapConfigurationPropertySource();
		values.forEach((name, value) -> source.put(RoutingProperties.PREFIX + "." + name, value));
		return new Binder(source).bindOrCreate(RoutingProperties.PREFIX, RoutingProperties.class);
	}

}
