package io.perfstarter.jdbc.autoconfigure;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.jdbc.ConnectionUsages;
import io.perfstarter.jdbc.JvmPauses;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LatePauses}.
 */
class LatePausesTests {

	private final AtomicLong pauses = new AtomicLong(5);

	private final ApplicationContextRunner context = new ApplicationContextRunner()
		.withUserConfiguration(ConnectionUsagesConfiguration.class)
		.withBean(JvmPauses.class, () -> this.pauses::get);

	@Test
	void anotherThreadDoesNotWaitForTheThreadThatCreatesTheBeans() {
		this.context.withBean(Borrower.class).run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void pausesCountOnceAllBeansAreCreated() {
		this.context.withPropertyValues("spring.main.lazy-initialization=true").run((context) -> {
			LatePauses late = context.getBean(LatePauses.class);
			assertThat(late.nanos()).isZero();
			this.pauses.addAndGet(7);
			assertThat(late.nanos()).isEqualTo(7);
			assertThat(context).hasSingleBean(ConnectionUsages.class);
		});
	}

	/**
	 * A bean whose creation needs a connection that another thread opens.
	 */
	static class Borrower {

		Borrower(LatePauses pauses) throws Exception {
			CompletableFuture.supplyAsync(pauses::nanos).get(60, TimeUnit.SECONDS);
		}

	}

}
