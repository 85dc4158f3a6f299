package io.perfstarter.sample.slow;

import java.util.List;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Asks the database in the ways that make requests slow.
 */
@Repository
class SlowRepository {

	private final JdbcClient jdbcClient;

	SlowRepository(JdbcClient jdbcClient) {
		this.jdbcClient = jdbcClient;
	}

	int sleep(int millis) {
		return this.jdbcClient.sql("select 1 from pg_sleep(:seconds)")
			.param("seconds", millis / 1000.0)
			.query(Integer.class)
			.single();
	}

	String zone(long id, int millis) {
		return this.jdbcClient.sql("select name from zones, pg_sleep(:seconds) where id = :id")
			.param("seconds", millis / 1000.0)
			.param("id", id)
			.query(String.class)
			.single();
	}

	int takeFromStock(long category) {
		return this.jdbcClient.sql("update stock set remaining = remaining - 1 where category_id = :category")
			.param("category", category)
			.update();
	}

	int count(long lot) {
		return this.jdbcClient.sql("select count(*) from tickets where parking_lot_id = :lot")
			.param("lot", lot)
			.query(Integer.class)
			.single();
	}

	/** No index helps. */
	List<Long> visits(String plate) {
		return this.jdbcClient.sql("select id from visits where plate = :plate")
			.param("plate", plate)
			.query(Long.class)
			.list();
	}

	List<Long> allVisits(int rows) {
		return this.jdbcClient.sql("select id, plate, note from visits where id <= :rows")
			.param("rows", rows)
			.query((row, number) -> row.getLong(1))
			.list();
	}

	/** A miss costs. */
	@Cacheable("plates")
	String plate(long id) {
		return zone(1 + id % 20, 150);
	}

	/** The same, and it lives for a moment. */
	@Cacheable("expiring")
	String expiring(long id) {
		return zone(1 + id % 20, 150);
	}

}
