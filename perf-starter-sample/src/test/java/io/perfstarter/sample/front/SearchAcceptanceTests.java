package io.perfstarter.sample.front;

import java.net.http.HttpResponse;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.sample.launcher.RunningParts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares the new searches of the front with the old one.
 */
@ExtendWith(RunningParts.Extension.class)
@Tag(Tier.ALL)
class SearchAcceptanceTests {

	private static final int QUERIES = 200;

	private static final LocalDate MARCH = LocalDate.of(2024, 3, 1);

	private final RunningParts parts;

	SearchAcceptanceTests(RunningParts parts) {
		this.parts = parts;
	}

	@Test
	void allSearchesAnswerTheSameBytes() {
		long seed = Long.getLong("sample.seed", System.nanoTime());
		System.out.println("Queries come from -Dsample.seed=" + seed);
		Random random = new Random(seed);
		for (int i = 0; i < QUERIES; i++) {
			String query = query(random);
			HttpResponse<String> expected = search("search-legacy", query);
			HttpResponse<String> actual = search("search", query);
			assertThat(actual.statusCode()).as(query).isEqualTo(200).isEqualTo(expected.statusCode());
			assertThat(actual.body()).as(query).isEqualTo(expected.body());
			assertThat(actual.headers().firstValue("Content-Type"))
				.isEqualTo(expected.headers().firstValue("Content-Type"));
			assertThat(search("search-sequential", query).body()).as(query).isEqualTo(expected.body());
			assertThat(search("search-parallel", query).body()).as(query).isEqualTo(expected.body());
		}
	}

	@Test
	void allSearchesRefuseTheSame() {
		String query = "page=-1&parkingLotId=%7Bx%7D";
		HttpResponse<String> actual = search("search", query);
		assertThat(actual.statusCode()).isEqualTo(400)
			.isEqualTo(search("search-legacy", query).statusCode())
			.isEqualTo(search("search-sequential", query).statusCode())
			.isEqualTo(search("search-parallel", query).statusCode());
		assertThat(actual.headers().firstValue("Content-Type")).contains("application/problem+json");
	}

	@Test
	void handsOnTheHeadersOfTheTicketService() {
		HttpResponse<String> answer = search("search-legacy", "size=1");
		assertThat(answer.headers().firstValue("X-Sample-Cache")).contains("none");
		assertThat(answer.headers().firstValue("X-Sample-Database")).contains("replica");
		assertThat(answer.headers().firstValue("X-Sample-Instance")).isPresent();
	}

	private HttpResponse<String> search(String kind, String query) {
		return this.parts.get("%s/tickets/api/v1/%s?%s".formatted(this.parts.front(), kind, query));
	}

	/** Each parameter is left out now and then. */
	private static String query(Random random) {
		List<String> parameters = new ArrayList<>();
		LocalDate start = MARCH.plusDays(random.nextInt(60));
		add(parameters, random, "parkingLotId", 1 + random.nextInt(6));
		add(parameters, random, "searchStartAt", random.nextBoolean() ? start : start.atTime(12, 30));
		add(parameters, random, "searchEndAt", start.plusDays(random.nextInt(30) + 1));
		add(parameters, random, "page", random.nextInt(4));
		add(parameters, random, "size", 1 + random.nextInt(20));
		return String.join("&", parameters);
	}

	private static void add(List<String> parameters, Random random, String name, Object value) {
		if (random.nextInt(5) > 0) {
			parameters.add(name + "=" + value);
		}
	}

}
