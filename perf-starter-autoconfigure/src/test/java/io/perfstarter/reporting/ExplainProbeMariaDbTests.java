package io.perfstarter.reporting;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.MariaDbNode;
import io.perfstarter.routing.MariaDbPair;
import org.assertj.core.api.InstanceOfAssertFactories;
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
	void planIsShownWithoutValues() {
		assertThat(plan("select * from explained where car_number = ?")).singleElement(InstanceOfAssertFactories.STRING)
			.contains(" table=explained type=ALL possible_keys=null key=null ", " Extra=Using where")
			.containsPattern(" rows=\\d{5} ");
		assertThat(plan("select * from explained where lot = ?")).singleElement(InstanceOfAssertFactories.STRING)
			.contains(" key=lot ");
		assertThat(plan("select e.id from explained e where e.`odd column` = 471147 and e.car_number like '%SECRET%'"))
			.singleElement(InstanceOfAssertFactories.STRING)
			.contains(" table=e type=ALL ")
			.doesNotContain("SECRET", "471147");
		assertThat(plan("select * from explained a join explained b on b.lot = a.id where a.car_number = 'ZH 1'"))
			.hasSize(2);
		assertThat(plan("delete from explained where car_number = ?")).hasSize(1);
		assertThat(this.probe.failures()).isZero();
	}

	@Test
	void statementIsNotExecuted() {
		String before = databases.primary().run("select count(*) from app.explained");
		plan("delete from explained where car_number = 'ZH 1'");
		assertThat(databases.primary().run("select count(*) from app.explained")).isEqualTo(before);
	}

	private List<String> plan(String sql) {
		this.now.addAndGet(Duration.ofSeconds(10).toNanos());
		return this.probe.explain(sql);
	}

}
