package io.perfstarter.sample.reviews;

import java.util.List;
import java.util.Set;

import io.perfstarter.eviction.EvictTicketCache;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Stores reviews, and recommends films based on them.
 */
@Service
class ReviewService {

	private final ReviewRepository reviews;

	private final TopFilms topFilms;

	ReviewService(ReviewRepository reviews, TopFilms topFilms) {
		this.reviews = reviews;
		this.topFilms = topFilms;
	}

	/** Returns those of the ten best films that the user has not reviewed. */
	List<RatedFilm> recommend(long userId) {
		Set<Long> reviewed = this.reviews.findFilmsReviewedBy(userId);
		return this.topFilms.find().stream().filter((film) -> !reviewed.contains(film.id())).toList();
	}

	@Transactional
	@EvictTicketCache(cacheNames = "top10", allEntries = true)
	void add(Review review) {
		this.reviews.insert(review);
	}

}
