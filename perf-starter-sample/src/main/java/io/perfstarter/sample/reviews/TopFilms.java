package io.perfstarter.sample.reviews;

import java.util.List;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

/**
 * The ten best films, which two APIs show.
 */
@Service
class TopFilms {

	private static final int FILMS = 10;

	private static final int LEAST_REVIEWS = 50;

	private final FilmRepository films;

	TopFilms(FilmRepository films) {
		this.films = films;
	}

	/** Cached where the cache is managed; one request computes it for all who wait. */
	@Cacheable(cacheNames = "top10", sync = true)
	List<RatedFilm> find() {
		return this.films.findBest(FILMS, LEAST_REVIEWS);
	}

}
