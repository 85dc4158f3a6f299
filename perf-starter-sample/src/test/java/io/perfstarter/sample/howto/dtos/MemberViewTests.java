package io.perfstarter.sample.howto.dtos;

import java.lang.management.ManagementFactory;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the page on DTOs.
 */
class MemberViewTests {

	private static final int CALLS = 10_000;

	private final List<Long> tripsLoaded = new ArrayList<>();

	private final ThroughJson throughJson = new ThroughJson(new JsonMapper());

	@Test
	void bothWaysGiveTheSame() {
		assertThat(MemberView.of(member(42))).isEqualTo(this.throughJson.view(member(42)));
	}

	@Test
	void detourLoadsWhatTheAnswerDoesNotHave() {
		MemberView.of(member(1));
		assertThat(this.tripsLoaded).isEmpty();
		this.throughJson.view(member(2));
		assertThat(this.tripsLoaded).containsExactly(2L);
	}

	@Test
	void detourLosesWhatIsCalledOtherwise() {
		assertThat(this.throughJson.renamed(member(42))).isEqualTo(new ThroughJson.RenamedView(42, null));
	}

	@Test
	void constructorAllocatesLessThanATenthOfTheDetour() {
		long constructor = bytesOfACall(MemberView::of);
		long detour = bytesOfACall(this.throughJson::view);
		System.out.printf("A DTO takes %d bytes by its constructor, %d bytes through JSON%n", constructor, detour);
		assertThat(constructor).isPositive().isLessThan(detour / 10);
	}

	private static long bytesOfACall(Function<Member, MemberView> way) {
		Member member = new Member(42, "member42@parking.example", "Member 42", LocalDateTime.of(2024, 3, 1, 9, 30),
				List::of);
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		List<MemberView> views = new ArrayList<>(2 * CALLS);
		for (int i = 0; i < CALLS; i++) {
			views.add(way.apply(member));
		}
		long before = threads.getCurrentThreadAllocatedBytes();
		for (int i = 0; i < CALLS; i++) {
			views.add(way.apply(member));
		}
		return (threads.getCurrentThreadAllocatedBytes() - before) / CALLS;
	}

	private Member member(long id) {
		return new Member(id, "member%d@parking.example".formatted(id), "Member", LocalDateTime.of(2024, 3, 1, 9, 30),
				() -> {
					this.tripsLoaded.add(id);
					return List.of("home");
				});
	}

}
