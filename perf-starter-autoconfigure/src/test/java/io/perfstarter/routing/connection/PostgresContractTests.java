package io.perfstarter.routing.connection;

import javax.sql.DataSource;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.PostgresPair;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests what routing expects of {@link PostgresProbe}.
 */
@Tag(Tier.CI)
class PostgresContractTests extends FreshnessContract {

	PostgresContractTests() {
		super(new PostgresProbe(), new PostgresServers(PostgresPair.shared()));
	}

	@Override
	Servers separate() {
		return new PostgresServers(PostgresPair.start());
	}

	@Override
	void assertOfAnotherPair(@Nullable String whyForeign) {
		assertThat(whyForeign).contains("cluster and database");
	}

	/**
	 * A pair of PostgreSQL servers.
	 */
	private record PostgresServers(PostgresPair pair) implements Servers {

		@Override
		public DataSource primary() {
			return this.pair.primary().dataSource("postgres");
		}

		@Override
		public DataSource replica() {
			return this.pair.standby().dataSource("postgres");
		}

		@Override
		public void pause() {
			this.pair.pauseReplay();
		}

		@Override
		public void resume() {
			this.pair.resumeReplay();
		}

		@Override
		public void promote() {
			this.pair.promote();
		}

	}

}
