package io.perfstarter.sample.ticket;

import java.util.Optional;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Reads and updates the stock of tickets.
 */
@Repository
@Transactional(readOnly = true)
class StockRepository {

	private final JdbcClient jdbcClient;

	StockRepository(JdbcClient jdbcClient) {
		this.jdbcClient = jdbcClient;
	}

	Optional<Stock> findByCategory(long categoryId) {
		return this.jdbcClient.sql("select * from stock where category_id = :categoryId")
			.param("categoryId", categoryId)
			.query(Stock.class)
			.optional();
	}

	Stock getByCategory(long categoryId) {
		return findByCategory(categoryId).orElseThrow(() -> new NotFoundException("category", categoryId));
	}

	/**
	 * Takes tickets from the stock: all of them, or none if the stock is too small.
	 */
	@CacheEvict(cacheNames = "stock", key = "#categoryId")
	@Transactional
	boolean take(long categoryId, int quantity) {
		return this.jdbcClient.sql("""
				update stock set remaining = remaining - :quantity
				where category_id = :categoryId and remaining >= :quantity
				""").param("quantity", quantity).param("categoryId", categoryId).update() == 1;
	}

}
