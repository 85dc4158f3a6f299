package io.perfstarter.sample.reviews;

import java.util.List;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

/**
 * Provides the best films to two endpoints.
 */
@Service
class TopFilms {

	private static final int FILMS = 50;

	private static final int LEAST_REVIEWS = 50;

	private final FilmRepository films;

	TopFilms(FilmRepository films) {
		this.films = films;
	}

	/**
	 * Returns the films from the cache if it is managed. One request computes them, and
	 * concurrent requests wait for the result.
	 */
	@Cacheable(cacheNames = "top-films", sync = true)
	List<RatedFilm> find() {
		return this.films.findBest(FILMS, LEAST_REVIEWS);
	}

}
