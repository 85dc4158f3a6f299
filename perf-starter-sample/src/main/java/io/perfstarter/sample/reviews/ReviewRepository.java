package io.perfstarter.sample.reviews;

import java.util.Set;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Reads and stores reviews in the database.
 */
@Repository
@Transactional(readOnly = true)
class ReviewRepository {

	private final JdbcClient jdbcClient;

	ReviewRepository(JdbcClient jdbcClient) {
		this.jdbcClient = jdbcClient;
	}

	/** Returns the ids of the films that a user has reviewed. */
	Set<Long> findFilmsReviewedBy(long userId) {
		return this.jdbcClient.sql("select film_id from reviews where user_id = :userId")
			.param("userId", userId)
			.query(Long.class)
			.set();
	}

	@Transactional
	void insert(Review review) {
		this.jdbcClient.sql("insert into reviews (film_id, user_id, rating) values (:filmId, :userId, :rating)")
			.paramSource(review)
			.update();
	}

}
