package io.perfstarter.reporting.request;

import java.util.List;

import io.perfstarter.reporting.request.CallTrace.Call;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CallTrace}.
 */
class CallTraceTests {

	private final CallTrace trace = new CallTrace();

	private Call enter(String name, long millis) {
		Call call = this.trace.enter(name, millis * 1_000_000);
		assertThat(call).isNotNull();
		return call;
	}

	private void leave(Call call, long millis) {
		this.trace.leave(call, millis * 1_000_000);
	}

	@Test
	void callsAreIndentedByTheirDepth() {
		Call facade = enter("Facade.search", 5);
		Call first = enter("Tickets.find", 6);
		leave(first, 9);
		Call second = enter("Zones.find", 10);
		leave(second, 18);
		leave(facade, 20);
		assertThat(this.trace.lines()).containsExactly("|-->Facade.search", "|   |-->Tickets.find",
				"|   |<--Tickets.find time=3ms", "|   |-->Zones.find", "|   |<--Zones.find time=8ms",
				"|<--Facade.search time=15ms");
	}

	@Test
	void eachThreadHasADepthOfItsOwn() throws InterruptedException {
		Call outer = enter("Facade.search", 0);
		Thread other = new Thread(() -> leave(enter("Zones.find", 1), 2));
		other.start();
		other.join();
		leave(outer, 3);
		assertThat(this.trace.lines()).containsExactly("|-->Facade.search", "|-->Zones.find", "|<--Zones.find time=1ms",
				"|<--Facade.search time=3ms");
	}

	@Test
	void whatIsTooMuchIsCountedAndWhatIsOpenHasItsEnd() {
		Call outer = enter("Facade.search", 0);
		for (int i = 0; i < 500; i++) {
			Call call = this.trace.enter("Zones.find", i);
			if (call != null) {
				this.trace.leave(call, i);
			}
		}
		leave(outer, 3);
		List<String> lines = this.trace.lines();
		assertThat(lines).hasSizeBetween(CallTrace.LINES - 2, CallTrace.LINES)
			.contains("|<--Facade.search time=3ms")
			.last()
			.isEqualTo("... and " + (500 - (lines.size() - 3) / 2) + " more calls");
	}

}
