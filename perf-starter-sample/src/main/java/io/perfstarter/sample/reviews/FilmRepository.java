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

	private static final int MOST_FOUND = 100;

	private final JdbcClient jdbcClient;

	private final String columns;

	FilmRepository(JdbcClient jdbcClient, ReviewsProperties properties) {
		this.jdbcClient = jdbcClient;
		this.columns = (properties.allColumns()) ? "*" : "id, title";
	}

	/**
	 * Finds the first films whose title contains a text. The matches are materialized,
	 * because the planner would otherwise read the primary key in order until it has
	 * found enough of them, which for a rare text is the whole table.
	 */
	List<Film> findByPartOfTitle(String part) {
		return this.jdbcClient.sql("""
				with found as materialized (select %s from films where title like :pattern)
				select * from found order by id limit :most
				""".formatted(this.columns))
			.param("pattern", containing(part))
			.param("most", MOST_FOUND)
			.query(Film.class)
			.list();
	}

	private static String containing(String part) {
		return "%" + part.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
	}

	List<Film> findByGenreAndYear(String genre, int year) {
		return this.jdbcClient
			.sql("select %s from films where genre = :genre and released = :year order by id".formatted(this.columns))
			.param("genre", genre)
			.param("year", year)
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
