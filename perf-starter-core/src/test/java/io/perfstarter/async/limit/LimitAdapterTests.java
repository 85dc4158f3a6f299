package io.perfstarter.async.limit;

import java.util.List;

import io.perfstarter.support.ResourceUse;
import io.perfstarter.support.SharedResource;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LimitAdapter}.
 */
class LimitAdapterTests {

	private final Resource resource = new Resource();

	private final LimitAdapter adapter = new LimitAdapter(new AdaptiveLimit(2, 100, 20), this.resource, List::of);

	private long passed;

	private int limit;

	private int active;

	@Test
	void timeBeforeAndAfterABurstIsNotIdleTimeOfWaitingRequests() {
		intervals(5, 0, false);
		intervals(5, 0.95, true);
		intervals(3, 0.95, true);
		intervals(7, 0, false);
		assertThat(this.limit).isEqualTo(20);
	}

	@Test
	void idleTimeWhileRequestsWaitRaisesTheLimit() {
		intervals(7, 1, false);
		intervals(3, 0.5, true);
		assertThat(this.limit).isEqualTo(25);
		assertThat(this.adapter.reason()).isEqualTo("requests wait although tills are only 50 % busy");
	}

	@Test
	void requestsThatWaitForAMomentDoNotRaiseTheLimit() {
		intervals(8, 0.5, false);
		intervals(2, 0.5, true);
		assertThat(this.limit).isEqualTo(20);
	}

	@Test
	void requestsThatWaitForLongRaiseTheLimitBeforeTheyGetAPlace() {
		this.resource.busy = 0.5;
		for (int i = 0; i < 10; i++) {
			this.limit = this.adapter.sample(0, 1, 0);
		}
		assertThat(this.limit).isEqualTo(25);
	}

	@Test
	void resourceThatIsBusyLowersALimitThatIsNotReached() {
		intervals(10, 1, false);
		assertThat(this.limit).isEqualTo(19);
	}

	private void intervals(int count, double busy, boolean reached) {
		this.resource.busy = busy;
		for (int i = 0; i < count; i++) {
			if (reached) {
				this.passed += 7;
			}
			this.limit = this.adapter.sample(this.passed, 0, this.active);
		}
	}

	@Test
	void threadsThatCannotBeRequestsDoNotLowerTheLimit() {
		this.resource.waiting = 40;
		intervals(10, 1, false);
		assertThat(this.limit).isEqualTo(20);
		this.active = 16;
		intervals(10, 1, false);
		assertThat(this.limit).isEqualTo(18);
		assertThat(this.adapter.reason()).isEqualTo("tills are awaited by 6.0 requests");
	}

	/**
	 * Ten tills.
	 */
	private static final class Resource implements SharedResource {

		private double busy;

		private double waiting = ResourceUse.UNKNOWN;

		@Override
		public ResourceUse use() {
			return new ResourceUse("tills", 10, this.busy, this.waiting);
		}

	}

}
