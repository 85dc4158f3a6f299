package io.perfstarter.sample.ticket;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

import javax.sql.DataSource;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Fills an empty database with parking data, which are the same each time: 6,000 tickets,
 * of which 5,078 are in lot 1 and valid in March 2024.
 */
public final class ParkingData {

	private static final long SEED = 20240301;

	private static final int LOTS = 5;

	private static final int ZONES_PER_LOT = 4;

	private static final int CATEGORIES = 6;

	private static final int EXCHANGES = 300;

	private static final int TICKETS = 6000;

	/** The number of tickets of lot 1 that are valid in March 2024. */
	private static final int LAST_OF_MARCH = 5078;

	/** The number of all tickets of lot 1. */
	private static final int LAST_OF_LOT_1 = 5200;

	private static final int MEMBERS = 1000;

	/** A blocked token of no member, so that the tokens of all members are valid. */
	private static final String BLOCKED_TOKEN = "1001";

	private static final long STOCK = 1_000_000;

	private static final LocalDate MARCH = LocalDate.of(2024, 3, 1);

	private static final LocalTime LAST_SECOND = LocalTime.of(23, 59, 59);

	private final JdbcTemplate jdbcTemplate;

	private final Random random = new Random(SEED);

	private ParkingData(JdbcTemplate jdbcTemplate) {
		this.jdbcTemplate = jdbcTemplate;
	}

	public static void create(DataSource dataSource) {
		new ResourceDatabasePopulator(new ClassPathResource("ticket/schema.sql")).execute(dataSource);
		ParkingData data = new ParkingData(new JdbcTemplate(dataSource));
		new TransactionTemplate(new DataSourceTransactionManager(dataSource))
			.executeWithoutResult((status) -> data.insert());
	}

	private void insert() {
		insert("zones", 4, LOTS * ZONES_PER_LOT, (id) -> zone(id));
		insert("categories", 3, CATEGORIES, (id) -> new Object[] { id, "Category " + id, 50_000 + 10_000 * id });
		insert("exchanges", 3, EXCHANGES,
				(id) -> new Object[] { id, carNumber(), (id % 2 == 0) ? "repair" : "rental" });
		insert("tickets", 10, TICKETS, (id) -> ticket(id));
		insert("members", 4, MEMBERS, (id) -> new Object[] { id, "member%d@parking.example".formatted(id),
				"Member " + id, MARCH.minusDays(id).atStartOfDay() });
		insert("blocked_tokens", 1, 1, (id) -> new Object[] { BLOCKED_TOKEN });
		insert("stock", 2, CATEGORIES, (id) -> new Object[] { id, STOCK });
	}

	private void insert(String table, int columns, int rows, LongFunction<Object[]> row) {
		String parameters = "?" + ", ?".repeat(columns - 1);
		List<Object[]> values = new ArrayList<>(LongStream.rangeClosed(1, rows).mapToObj(row).toList());
		this.jdbcTemplate.batchUpdate("insert into " + table + " values (" + parameters + ")", values);
	}

	private static Object[] zone(long id) {
		long lot = (id - 1) / ZONES_PER_LOT + 1;
		long number = (id - 1) % ZONES_PER_LOT;
		return new Object[] { id, lot, "Zone " + (char) ('A' + number), number - 2 };
	}

	private Object[] ticket(long id) {
		long lot = (id <= LAST_OF_LOT_1) ? 1 : 2 + id % (LOTS - 1);
		long zone = (lot - 1) * ZONES_PER_LOT + 1 + this.random.nextInt(ZONES_PER_LOT);
		long category = 1 + this.random.nextInt(CATEGORIES);
		long exchange = 1 + this.random.nextInt(EXCHANGES);
		LocalDate firstMonth = (id <= LAST_OF_MARCH || id > LAST_OF_LOT_1) ? MARCH : MARCH.plusMonths(2);
		LocalDateTime startAt = firstMonth.plusDays(this.random.nextInt(31)).atStartOfDay();
		LocalDateTime endAt = startAt.plusDays(29 + 30L * this.random.nextInt(6)).with(LAST_SECOND);
		String status = (this.random.nextInt(10) == 0) ? TicketStatus.PAUSED.name() : TicketStatus.ACTIVE.name();
		return new Object[] { id, lot, zone, category, exchange, carNumber(), startAt, endAt, status,
				(id % 7 == 0) ? "Pays in cash" : "" };
	}

	private String carNumber() {
		return "%03d-%04d".formatted(this.random.nextInt(1000), this.random.nextInt(10_000));
	}

}
