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

	private static final int TOP = 10;

	private static final int RECOMMENDED = 10;

	private final ReviewRepository reviews;

	private final TopFilms topFilms;

	ReviewService(ReviewRepository reviews, TopFilms topFilms) {
		this.reviews = reviews;
		this.topFilms = topFilms;
	}

	List<RatedFilm> topTen() {
		return this.topFilms.find().stream().limit(TOP).toList();
	}

	/**
	 * Returns the best films that the user has not reviewed, without the top ten, which
	 * every user sees.
	 */
	List<RatedFilm> recommend(long userId) {
		Set<Long> reviewed = this.reviews.findFilmsReviewedBy(userId);
		return this.topFilms.find()
			.stream()
			.skip(TOP)
			.filter((film) -> !reviewed.contains(film.id()))
			.limit(RECOMMENDED)
			.toList();
	}

	@Transactional
	@EvictTicketCache(cacheNames = "top-films", allEntries = true)
	void add(Review review) {
		this.reviews.insert(review);
	}

}
