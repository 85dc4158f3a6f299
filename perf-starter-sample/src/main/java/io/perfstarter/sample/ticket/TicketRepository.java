package io.perfstarter.sample.ticket;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Reads and stores tickets in the database.
 */
@Repository
@Transactional(readOnly = true)
class TicketRepository {

	private final JdbcClient jdbcClient;

	TicketRepository(JdbcClient jdbcClient) {
		this.jdbcClient = jdbcClient;
	}

	Optional<Ticket> findById(long id) {
		return this.jdbcClient.sql("select * from tickets where id = :id")
			.param("id", id)
			.query(Ticket.class)
			.optional();
	}

	Page<Ticket> search(TicketSearch search) {
		String matching = " from tickets where " + condition(search);
		long total = withParameters("select count(*)" + matching, search).query(Long.class).single();
		List<Ticket> content = withParameters(
				"select *" + matching + " order by start_at, id limit :size offset :offset", search)
			.param("size", search.size())
			.param("offset", search.offset())
			.query(Ticket.class)
			.list();
		return Page.of(content, search, total);
	}

	private static String condition(TicketSearch search) {
		List<String> conditions = new ArrayList<>(List.of("true"));
		if (search.parkingLotId() != null) {
			conditions.add("parking_lot_id = :parkingLotId");
		}
		if (search.searchStartAt() != null) {
			conditions.add("end_at >= :searchStartAt");
		}
		if (search.searchEndAt() != null) {
			conditions.add("start_at <= :searchEndAt");
		}
		return String.join(" and ", conditions);
	}

	private StatementSpec withParameters(String sql, TicketSearch search) {
		return this.jdbcClient.sql(sql)
			.param("parkingLotId", search.parkingLotId())
			.param("searchStartAt", search.searchStartAt())
			.param("searchEndAt", search.searchEndAt());
	}

	/**
	 * Returns a ticket and locks its row, so that concurrent changes run one after
	 * another and each reads the result of the previous one.
	 */
	@Transactional
	Optional<Ticket> findByIdForUpdate(long id) {
		return this.jdbcClient.sql("select * from tickets where id = :id for update")
			.param("id", id)
			.query(Ticket.class)
			.optional();
	}

	@Transactional
	void update(Ticket ticket) {
		this.jdbcClient.sql("""
				update tickets set parking_lot_id = :parkingLotId, zone_id = :zoneId, category_id = :categoryId,
				exchange_id = :exchangeId, car_number = :carNumber, start_at = :startAt, end_at = :endAt,
				status = :status, notes = :notes where id = :id
				""")
			.param("parkingLotId", ticket.parkingLotId())
			.param("zoneId", ticket.zoneId())
			.param("categoryId", ticket.categoryId())
			.param("exchangeId", ticket.exchangeId())
			.param("carNumber", ticket.carNumber())
			.param("startAt", ticket.startAt())
			.param("endAt", ticket.endAt())
			.param("status", ticket.status().name())
			.param("notes", ticket.notes())
			.param("id", ticket.id())
			.update();
	}

}
