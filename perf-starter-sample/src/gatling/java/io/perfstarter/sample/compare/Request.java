package io.perfstarter.sample.compare;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * What the users ask for.
 *
 * @param target whom: {@code front} or {@code service}
 * @param counted the path of a request
 * @param warmUp the path of one that is not counted; as dear, and where it says so, no
 * cache keeps both
 * @param body what is posted, {@code null} to get
 * @param further what the same user asks for after that; {@code {id}} in a path is the id
 * in the last answer to a post
 */
record Request(String target, Supplier<String> counted, Supplier<String> warmUp, @Nullable String body,
		List<Request> further) {

	private static final String ORDER = "{\"categoryId\": 1, \"quantity\": 1}";

	private static final int LAST_DAY = 31;

	private static final int MEMBERS = 1000;

	private static final int REVIEWERS = 50_000;

	private static final int GENRES = 20;

	private static final int FIRST_YEAR = 1925;

	private static final int YEARS = 100;

	/**
	 * A page of tickets of lot 1, for random days of the month, as in the notes.
	 * @param path the path of the search
	 * @param size tickets on a page
	 */
	static Request search(String path, int size) {
		return new Request("front", () -> search(path, 1, size), () -> search(path, 2, size), null, List.of());
	}

	private static String search(String path, int page, int size) {
		int from = ThreadLocalRandom.current().nextInt(LAST_DAY) + 1;
		int to = ThreadLocalRandom.current().nextInt(from, LAST_DAY + 1);
		return "/tickets/api/v1/%s?parkingLotId=1&searchStartAt=2024-03-%02d&searchEndAt=2024-03-%02d&page=%d&size=%d"
			.formatted(path, from, to, page, size);
	}

	/**
	 * A random member.
	 * @param path the path, with a place for the number of the member
	 */
	static Request member(String path) {
		Supplier<String> random = () -> path.formatted(ThreadLocalRandom.current().nextInt(MEMBERS) + 1);
		return toService(random, null);
	}

	/**
	 * The same again and again.
	 * @param path the path
	 */
	static Request get(String path) {
		return toService(() -> path, null);
	}

	/**
	 * At random the ten best films, a recommendation, which needs the same statistics,
	 * and the search for a part of a title.
	 */
	static Request review() {
		Supplier<String> random = () -> switch (ThreadLocalRandom.current().nextInt(3)) {
			case 0 -> "/reviews/top10";
			case 1 -> "/recommendations/" + (ThreadLocalRandom.current().nextInt(REVIEWERS) + 1);
			default -> titleSearch();
		};
		return toService(random, null);
	}

	/**
	 * The films whose title contains five random digits.
	 */
	static Request partOfTitle() {
		return toService(Request::titleSearch, null);
	}

	private static String titleSearch() {
		return "/films/search?title=" + ThreadLocalRandom.current().nextInt(10_000, 100_000);
	}

	/**
	 * The films of a random genre and year.
	 */
	static Request filmsOfAYear() {
		Supplier<String> random = () -> "/films?genre=Genre%%20%d&year=%d".formatted(
				ThreadLocalRandom.current().nextInt(GENRES), FIRST_YEAR + ThreadLocalRandom.current().nextInt(YEARS));
		return toService(random, null);
	}

	static Request order() {
		return toService(() -> "/orders", ORDER);
	}

	/**
	 * Look at the stock, fill a cart, order it.
	 * @param form the path of the shop
	 */
	static Request shop(String form) {
		Request look = get(form + "/stock/1");
		Request fill = toService(() -> form + "/carts", ORDER);
		Request order = toService(() -> form + "/carts/{id}/order", "{}");
		return new Request(look.target(), look.counted(), look.warmUp(), null, List.of(fill, order));
	}

	private static Request toService(Supplier<String> path, @Nullable String body) {
		return new Request("service", path, path, body, List.of());
	}

	/** Returns all that a user asks for, in its order. */
	List<Request> sequence() {
		return Stream.concat(Stream.of(this), this.further.stream()).toList();
	}

}
