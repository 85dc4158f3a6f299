package io.perfstarter.sample.reviews;

import java.util.List;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Searches films, returns the best ones and recommendations, and accepts reviews.
 */
@RestController
class ReviewsController {

	private final FilmRepository films;

	private final ReviewService reviews;

	ReviewsController(FilmRepository films, ReviewService reviews) {
		this.films = films;
		this.reviews = reviews;
	}

	@GetMapping("/films/search")
	List<Film> search(@RequestParam String title) {
		return this.films.findByPartOfTitle(title);
	}

	@GetMapping("/films")
	List<Film> films(@RequestParam String genre, @RequestParam int year) {
		return this.films.findByGenreAndYear(genre, year);
	}

	@GetMapping("/reviews/top10")
	List<RatedFilm> top10() {
		return this.reviews.topTen();
	}

	@GetMapping("/recommendations/{userId}")
	List<RatedFilm> recommendations(@PathVariable long userId) {
		return this.reviews.recommend(userId);
	}

	@PostMapping("/reviews")
	@ResponseStatus(HttpStatus.CREATED)
	Review add(@RequestBody Review review) {
		this.reviews.add(review);
		return review;
	}

	/**
	 * Converts a violated constraint to an error response. The tables define the
	 * constraints of reviews.
	 */
	@ExceptionHandler
	ProblemDetail invalid(DataIntegrityViolationException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST,
				"filmId must exist, and rating must be between 1 and 5");
	}

}
