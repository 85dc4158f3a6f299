package io.perfstarter.reporting.plan;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.MariaDbNode;
import io.perfstarter.routing.MariaDbPair;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ExplainProbe} with a real MariaDB server.
 */
@Tag(Tier.ALL)
class ExplainProbeMariaDbTests {

	private static MariaDbPair databases;

	private final AtomicLong now = new AtomicLong();

	private final ExplainProbe probe = new ExplainProbe(
			() -> databases.primary().dataSource(MariaDbNode.USER).getConnection(), this.now::get);

	@BeforeAll
	static void createTables() {
		databases = MariaDbPair.shared();
		databases
			.execute("create table if not exists explained (id bigint primary key, lot int, car_number varchar(20), "
					+ "`odd column` int, index (lot))");
		databases.execute("insert ignore into explained "
				+ "select seq, seq % 500, concat('ZH ', seq % 5000), seq from seq_1_to_50000");
		databases.primary().run("use app", "analyze table explained");
	}

	@Test
	void scanWithoutAnIndexIsFound() {
		assertThat(explain("select * from explained where car_number = ?"))
			.hasValueSatisfying((sentence) -> assertThat(sentence).startsWith("full scan of explained (about ")
				.endsWith(" rows) by car_number: no index of this table supports the condition"));
		assertThat(explain("select e.id from explained e where e.`odd column` = ? and e.car_number like '%SECRET%'"))
			.hasValueSatisfying(
					(sentence) -> assertThat(sentence).contains("full scan of e ", "odd column", "car_number")
						.doesNotContain("SECRET"));
		assertThat(explain("delete from explained where car_number = ?")).isPresent();
		assertThat(this.probe.failures()).isZero();
	}

	@Test
	void indexThatIsThereIsNotMissing() {
		assertThat(explain("select * from explained where lot = ?")).isEmpty();
		assertThat(explain("select * from explained where id = ?")).isEmpty();
		assertThat(explain("select * from explained")).isEmpty();
		assertThat(this.probe.failures()).isZero();
	}

	@Test
	void statementIsNotExecuted() {
		String before = databases.primary().run("select count(*) from app.explained");
		explain("delete from explained where car_number = 'ZH 1'");
		assertThat(databases.primary().run("select count(*) from app.explained")).isEqualTo(before);
	}

	private Optional<String> explain(String sql) {
		this.now.addAndGet(Duration.ofSeconds(10).toNanos());
		return this.probe.explain(sql);
	}

}
