package io.perfstarter.sample.coherence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Looks into the database all the time, to know what is in there and since when.
 */
final class Witness implements AutoCloseable {

	/**
	 * The tickets looked at have ids from 1 to this.
	 */
	static final int LAST_TICKET = 120;

	private static final int PERIOD_MILLIS = 10;

	private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor((task) -> {
		Thread created = new Thread(task, "witness");
		created.setDaemon(true);
		return created;
	});

	private final Map<String, Long> seenAt = new ConcurrentHashMap<>();

	private final SingleConnectionDataSource connection;

	private final JdbcTemplate jdbcTemplate;

	private final Future<?> looking;

	Witness(String url) {
		this.connection = new SingleConnectionDataSource(url, true);
		this.jdbcTemplate = new JdbcTemplate(this.connection);
		remember();
		this.looking = this.thread.scheduleWithFixedDelay(this::lookIfThere, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
	}

	/**
	 * The changes of a ticket follow one another, and each gets its number while the next
	 * one waits: the numbers have the order of the commits.
	 */
	private void remember() {
		this.jdbcTemplate.execute("""
				create table history (number bigserial primary key, id bigint not null, notes varchar(500) not null);
				create function remember() returns trigger language plpgsql as $$
				begin
				  insert into history (id, notes) values (new.id, new.notes);
				  return null;
				end $$;
				create trigger remember after update on tickets for each row when (new.id <= %d)
				execute function remember();
				update tickets set notes = 'first ' || id where id <= %1$d
				""".formatted(LAST_TICKET));
	}

	/** A server that is being restarted commits nothing. */
	private void lookIfThere() {
		try {
			look();
		}
		catch (DataAccessException ex) {
			this.connection.resetConnection();
		}
	}

	private void look() {
		List<String> values = this.jdbcTemplate.queryForList("select notes from tickets where id <= ?", String.class,
				LAST_TICKET);
		long now = System.nanoTime();
		values.forEach((value) -> saw(value, now));
	}

	/**
	 * Somebody knows that a value was committed.
	 */
	void saw(String value, long moment) {
		this.seenAt.putIfAbsent(value, moment);
	}

	boolean hasSeen(String value) {
		return this.seenAt.containsKey(value);
	}

	/**
	 * All that was committed until now.
	 */
	History history() {
		assertThat(this.looking).as("witness").isNotDone();
		Map<Long, List<String>> values = new HashMap<>();
		for (Map<String, Object> row : this.jdbcTemplate
			.queryForList("select id, notes from history order by number")) {
			values.computeIfAbsent((Long) row.get("id"), (id) -> new ArrayList<>()).add((String) row.get("notes"));
		}
		return new History(values, this.seenAt);
	}

	@Override
	public void close() {
		this.thread.shutdownNow();
		this.connection.destroy();
	}

}
