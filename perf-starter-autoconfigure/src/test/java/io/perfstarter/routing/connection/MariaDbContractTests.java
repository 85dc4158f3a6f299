package io.perfstarter.routing.connection;

import javax.sql.DataSource;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.MariaDbNode;
import io.perfstarter.routing.MariaDbPair;
import org.junit.jupiter.api.Tag;

/**
 * Tests what routing expects of {@link MariaDbProbe}.
 */
@Tag(Tier.CI)
class MariaDbContractTests extends FreshnessContract {

	MariaDbContractTests() {
		super(new MariaDbProbe(), new MariaDbServers(MariaDbPair.shared()));
	}

	@Override
	Servers separate() {
		return new MariaDbServers(MariaDbPair.start());
	}

	/**
	 * A pair of MariaDB servers.
	 */
	private record MariaDbServers(MariaDbPair pair) implements Servers {

		@Override
		public DataSource primary() {
			return this.pair.primary().dataSource(MariaDbNode.USER);
		}

		@Override
		public DataSource replica() {
			return this.pair.replica().dataSource(MariaDbNode.USER);
		}

		@Override
		public void pause() {
			this.pair.pause();
		}

		@Override
		public void resume() {
			this.pair.resume();
		}

		@Override
		public void promote() {
			this.pair.promote();
		}

	}

}
