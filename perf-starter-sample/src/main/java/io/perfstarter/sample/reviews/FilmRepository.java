package io.perfstarter.sample.reviews;

import java.util.List;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Reads films from the database.
 */
@Repository
@Transactional(readOnly = true)
class FilmRepository {

	private final JdbcClient jdbcClient;

	FilmRepository(JdbcClient jdbcClient) {
		this.jdbcClient = jdbcClient;
	}

	List<Film> findByTitle(String title) {
		return this.jdbcClient.sql("select id, title from films where title = :title order by id")
			.param("title", title)
			.query(Film.class)
			.list();
	}

	/**
	 * Returns the films with the best mean rating. Films with few reviews are excluded,
	 * because their mean is not significant.
	 */
	List<RatedFilm> findBest(int films, int leastReviews) {
		return this.jdbcClient.sql("""
				select id, title, round(mean, 2) as mean, review_count
				from (
				  select film_id, avg(rating) as mean, count(*) as review_count
				  from reviews group by film_id having count(*) >= :leastReviews
				  order by mean desc, review_count desc, film_id limit :films
				) best join films on id = film_id
				order by best.mean desc, review_count desc, id
				""").param("films", films).param("leastReviews", leastReviews).query(RatedFilm.class).list();
	}

}
