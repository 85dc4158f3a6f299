package io.perfstarter.sample.reviews;

import java.io.Closeable;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.sample.EmptyPostgres;
import io.perfstarter.sample.launcher.Visitor;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.Banner;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.cache.CacheManager;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of the film reviews: both forms answer alike, and the second one has what the
 * reports about the first one lead to.
 */
@Tag(Tier.CI)
class ReviewsTests {

	private static final Path DIRECTORY = Path.of("target", "reviews").toAbsolutePath();

	private static final String TOP_10 = "/reviews/top10";

	private static final int CALLS = 20;

	private static final Pattern HEADING = Pattern
		.compile("Query plan\\. The statement fetched ([\\d.]+) rows in .+ on average\\.");

	private static final Pattern POOL_ADVICE = Pattern
		.compile("\"maximum size of dataSource\",\"sentence\":\"(\\d+) instead of 10\\.");

	private static final Visitor VISITOR = Visitor.withCookies();

	/** The last one first. */
	private static final Deque<Closeable> parts = new ArrayDeque<>();

	private static EmbeddedPostgres postgres;

	private static ConfigurableApplicationContext before;

	private static ConfigurableApplicationContext after;

	@BeforeAll
	static void start() throws IOException {
		postgres = EmptyPostgres.in(DIRECTORY).start();
		parts.push(postgres);
		JdbcClient jdbcClient = JdbcClient.create(postgres.getPostgresDatabase());
		jdbcClient.sql("create database reviews_before").update();
		jdbcClient.sql("create database reviews_after").update();
		before = start("before", "reviews_before");
		parts.push(before);
		after = start("after", "reviews_after");
		parts.push(after);
	}

	@AfterAll
	static void stop() throws IOException {
		for (Closeable part : parts) {
			part.close();
		}
	}

	private static ConfigurableApplicationContext start(String profile, String database, String... settings) {
		Stream<String> ours = Stream.of("--server.port=0", "--reviews.rows=100000",
				"--spring.datasource.url=" + postgres.getJdbcUrl("postgres", database),
				"--spring.datasource.username=postgres");
		return ReviewsApplication.builder()
			.profiles(profile)
			.bannerMode(Banner.Mode.OFF)
			.run(Stream.concat(ours, Stream.of(settings)).toArray(String[]::new));
	}

	@ParameterizedTest
	@ValueSource(strings = { TOP_10, "/recommendations/1", "/recommendations/2", "/recommendations/0",
			"/films/search?title=Film%204711", "/films/search?title=711", "/films/search?title=%25",
			"/films?genre=Genre%207&year=1999", "/films?genre=Opera&year=1999" })
	void bothFormsAnswerTheSame(String path) {
		assertThat(answer(after, path)).isEqualTo(answer(before, path));
	}

	@Test
	void fourFilmsHaveTheTitle() {
		assertThat(answer(after, "/films/search?title=Film%204711")).isEqualTo("""
				[{"id":4711,"title":"Film 4711"},{"id":29711,"title":"Film 4711"},\
				{"id":54711,"title":"Film 4711"},{"id":79711,"title":"Film 4711"}]""");
	}

	@Test
	void titlesThatContainATextAreFound() {
		assertThat(titles("/films/search?title=m%20471")).hasSize(44)
			.allMatch((title) -> title.matches("Film 471\\d?"));
		assertThat(titles("/films/search?title=Film")).hasSize(100);
		assertThat(titles("/films/search?title=%25")).isEmpty();
	}

	@Test
	void genreAndYearAreFound() {
		assertThat(titles("/films?genre=Genre%207&year=1999")).hasSize(50);
	}

	@Test
	void neitherTheTopTenNorWhatTheUserHasReviewedIsRecommended() {
		List<RatedFilm> best = before.getBean(TopFilms.class).find();
		long user = 4_711_000;
		assertThat(ids("/recommendations/" + user)).isEqualTo(ids(best.subList(10, 20)));
		RatedFilm reviewed = best.get(10);
		add(new Review(reviewed.id(), user, 5));
		assertThat(ids("/recommendations/" + user)).hasSize(10)
			.doesNotContain(reviewed.id())
			.doesNotContainAnyElementsOf(ids(TOP_10));
		assertThat(answer(after, "/recommendations/" + user)).isEqualTo(answer(before, "/recommendations/" + user));
	}

	@Test
	void bothCallsAskTheSameCache() {
		answer(after, TOP_10);
		double hits = hits();
		answer(after, TOP_10);
		assertThat(hits()).isEqualTo(hits + 1);
		answer(after, "/recommendations/1");
		assertThat(hits()).isEqualTo(hits + 2);
	}

	@Test
	void newReviewEvictsTheTopTen() {
		String old = answer(after, TOP_10);
		add(new Review(best().id(), 1, 1));
		assertThat(answer(after, TOP_10)).isNotEqualTo(old).isEqualTo(answer(before, TOP_10));
	}

	@Test
	void nothingIsCachedBefore() {
		assertThat(before.getBeansOfType(CacheManager.class)).isEmpty();
		assertThat(indexes("reviews_before")).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "{\"filmId\": 0, \"userId\": 1, \"rating\": 5}",
			"{\"filmId\": 1, \"userId\": 1, \"rating\": 6}" })
	void reviewThatCannotBeIsRefused(String review) {
		HttpResponse<String> answer = VISITOR.post(url(after) + "/reviews", review);
		assertThat(answer.statusCode()).isEqualTo(400);
		assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					/films/search?title=Film%204711  | films   | ((title)::text ~~ $1)                      | films using gin (title gin_trgm_ops)
					/films?genre=Genre%207&year=1999 | films   | (((genre)::text = $1) AND (released = $2)) | films (released, genre)
					/recommendations/1               | reviews | (user_id = $1)                             | reviews (user_id)
					""")
	void planShowsAScanForFewRowsThatAnIndexReplaces(String path, String table, String filter, String index) {
		try (ConfigurableApplicationContext context = startJudging()) {
			List<String> plan = await("plan of " + path).atMost(Duration.ofSeconds(90))
				.pollDelay(Duration.ZERO)
				.until(() -> {
					fastest(context, path);
					return plan(context, "Filter: " + filter);
				}, (lines) -> !lines.isEmpty());
			assertThat(plan.get(0)).matches(HEADING);
			MatchResult heading = HEADING.matcher(plan.get(0)).results().findFirst().orElseThrow();
			assertThat(plan).anyMatch((line) -> line.contains("Seq Scan on " + table + "  (cost="));
			assertThat(Double.parseDouble(heading.group(1))).as("rows").isBetween(1.0, 100.0);
			Duration slow = fastest(context, path);
			JdbcClient database = JdbcClient.create(postgres.getDatabase("postgres", "reviews_before"));
			database.sql("create extension if not exists pg_trgm").update();
			database.sql("create index added on " + index).update();
			try {
				assertThat(fastest(context, path)).isLessThan(slow);
				await("index is used")
					.until(() -> database.sql("select idx_scan from pg_stat_user_indexes where indexrelname = 'added'")
						.query(Integer.class)
						.single(), (scans) -> scans >= CALLS);
				assertThat(indexes("reviews_before")).containsExactly(index);
			}
			finally {
				database.sql("drop index added").update();
			}
		}
		assertThat(indexes("reviews_after")).hasSize(3).contains(index);
	}

	@Test
	void poolIsAsAdvisedAtTheStart() {
		try (ConfigurableApplicationContext context = startJudging("--spring.datasource.hikari.maximum-pool-size=10")) {
			String advised = await("advice")
				.until(() -> found(POOL_ADVICE, whySlow(context)), (sizes) -> !sizes.isEmpty())
				.iterator()
				.next();
			assertThat(after.getEnvironment().getProperty("spring.datasource.hikari.maximum-pool-size"))
				.isEqualTo(advised);
		}
	}

	/** The plan that has a line with the condition, in the reports of the last hour. */
	private static List<String> plan(ConfigurableApplicationContext context, String condition) {
		return new JsonMapper().readTree(whySlow(context))
			.get("windows")
			.valueStream()
			.map((window) -> window.get("plan").valueStream().map(JsonNode::asString).toList())
			.filter((lines) -> lines.stream().anyMatch((line) -> line.strip().equals(condition)))
			.findFirst()
			.orElse(List.of());
	}

	/** The shortest time of some calls. */
	private static Duration fastest(ConfigurableApplicationContext context, String path) {
		Duration fastest = Duration.ofHours(1);
		for (int i = 0; i < CALLS; i++) {
			long start = System.nanoTime();
			answer(context, path);
			Duration time = Duration.ofNanos(System.nanoTime() - start);
			fastest = (time.compareTo(fastest) < 0) ? time : fastest;
		}
		return fastest;
	}

	/** The second form as it is before anybody has read its reports. */
	private static ConfigurableApplicationContext startJudging(String... settings) {
		Stream<String> ours = Stream.of("--reviews.indexes=classpath:reviews/no-indexes.sql",
				"--perf-starter.reporting.period=1s", "--perf-starter.reporting.slow-threshold=1ms",
				"--logging.level.io.perfstarter.reporting=error");
		return start("after", "reviews_before", Stream.concat(ours, Stream.of(settings)).toArray(String[]::new));
	}

	private static Set<String> found(Pattern pattern, String text) {
		return pattern.matcher(text).results().map((found) -> group(found)).collect(Collectors.toSet());
	}

	private static String group(MatchResult found) {
		return found.group(1);
	}

	private static List<String> indexes(String database) {
		return JdbcClient.create(postgres.getDatabase("postgres", database))
			.sql("""
					select replace(regexp_replace(indexdef, '.* ON public\\.(\\w+) USING (.*)', '\\1 using \\2'),
					    'using btree ', '') from pg_indexes
					where schemaname = 'public' and indexname not in (select conname from pg_constraint)""")
			.query(String.class)
			.list();
	}

	private static List<String> titles(String path) {
		return films(path).map((film) -> film.get("title").asString()).toList();
	}

	private static List<Long> ids(String path) {
		return films(path).map((film) -> film.get("id").asLong()).toList();
	}

	private static List<Long> ids(List<RatedFilm> films) {
		return films.stream().map(RatedFilm::id).toList();
	}

	private static Stream<JsonNode> films(String path) {
		return new JsonMapper().readTree(answer(after, path)).valueStream();
	}

	private static RatedFilm best() {
		return before.getBean(TopFilms.class).find().get(0);
	}

	/** In both forms, so that they go on to answer the same. */
	private static void add(Review review) {
		String json = """
				{"filmId": %d, "userId": %d, "rating": %d}""".formatted(review.filmId(), review.userId(),
				review.rating());
		for (ConfigurableApplicationContext form : List.of(before, after)) {
			assertThat(VISITOR.post(url(form) + "/reviews", json).statusCode()).isEqualTo(201);
		}
	}

	private static double hits() {
		return after.getBean(MeterRegistry.class)
			.get("cache.gets")
			.tags("cache", "top-films", "result", "hit")
			.functionCounter()
			.count();
	}

	private static String whySlow(ConfigurableApplicationContext context) {
		return answer(context, "/actuator/whyslow");
	}

	private static String answer(ConfigurableApplicationContext context, String path) {
		HttpResponse<String> answer = VISITOR.get(url(context) + path);
		assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
		return answer.body();
	}

	private static String url(ConfigurableApplicationContext context) {
		return "http://localhost:%d".formatted(((WebServerApplicationContext) context).getWebServer().getPort());
	}

}
