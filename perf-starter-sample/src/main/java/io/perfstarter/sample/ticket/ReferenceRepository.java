package io.perfstarter.sample.ticket;

import java.util.Collection;
import java.util.List;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Reads the objects that tickets refer to.
 */
@Repository
@Transactional(readOnly = true)
class ReferenceRepository {

	private final JdbcClient jdbcClient;

	ReferenceRepository(JdbcClient jdbcClient) {
		this.jdbcClient = jdbcClient;
	}

	List<Zone> zones(Collection<Long> ids) {
		return find("zones", ids, Zone.class);
	}

	List<Category> categories(Collection<Long> ids) {
		return find("categories", ids, Category.class);
	}

	List<Exchange> exchanges(Collection<Long> ids) {
		return find("exchanges", ids, Exchange.class);
	}

	private <T> List<T> find(String table, Collection<Long> ids, Class<T> type) {
		if (ids.isEmpty()) {
			return List.of();
		}
		return this.jdbcClient.sql("select * from " + table + " where id in (:ids)")
			.param("ids", ids)
			.query(type)
			.list();
	}

}
