package io.perfstarter.reporting.request;

import java.util.stream.IntStream;

import io.perfstarter.reporting.window.SampledStack;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StackSampler.SampledStacks}.
 */
class SampledStacksTests {

	private final StackSampler.SampledStacks stacks = new StackSampler.SampledStacks();

	@Test
	void countsEqualStacks() {
		this.stacks.add(Thread.State.WAITING, stack(1));
		this.stacks.add(Thread.State.RUNNABLE, stack(2));
		this.stacks.add(Thread.State.RUNNABLE, stack(2));
		assertThat(this.stacks.next()).extracting(SampledStack::times).containsExactly(2, 1);
		assertThat(this.stacks.next()).isEmpty();
	}

	@Test
	void keepsALimitedNumber() {
		IntStream.range(0, StackSampler.SampledStacks.MOST + 10)
			.forEach((line) -> this.stacks.add(Thread.State.WAITING, stack(line)));
		this.stacks.add(Thread.State.WAITING, stack(0));
		assertThat(this.stacks.next()).hasSize(StackSampler.SampledStacks.MOST)
			.first()
			.matches((stack) -> stack.times() == 2);
	}

	private static StackTraceElement[] stack(int line) {
		return new StackTraceElement[] { new StackTraceElement("com.acme.Orders", "find", "Orders.java", line) };
	}

}
