package io.perfstarter.routing.connection;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link ReadTokens}, with two instances whose clocks differ.
 */
class ReadTokensTests {

	private static final String SECRET = "a secret of thirty-two characters";

	private final Instance writer = new Instance(1_000_000_000L, SECRET);

	private final Instance reader = new Instance(-5_000_000_000L, SECRET);

	private long millis = 1_800_000_000_500L;

	@Test
	void readerFindsThePositionOfTheWriter() {
		this.writer.scope().wrote(7);
		this.reader.tokens.require(this.writer.tokens.token());
		assertThat(this.writer.asked).isEqualTo(7);
		assertThat(this.writer.waits).containsExactly("waiting", "asked", "ended");
		assertThat(this.reader.scope().lastWrite()).isEqualTo(this.reader.nanos + 7);
	}

	@Test
	void withoutAWriteNothingIsAskedOrRequired() {
		this.reader.tokens.require(this.writer.tokens.token());
		assertThat(this.writer.asked).isEqualTo(Sampler.NEVER);
		assertThat(this.writer.waits).isEmpty();
		assertThat(this.reader.scope().lastWrite()).isEqualTo(Sampler.NEVER);
	}

	@Test
	void tokenIsPassedOn() {
		this.writer.scope().wrote(7);
		this.reader.tokens.require(this.writer.tokens.token());
		assertThat(this.reader.scope().ownWrite()).isEqualTo(Sampler.NEVER);
		this.reader.tokens.token();
		assertThat(this.reader.asked).isEqualTo(this.reader.nanos + 7);
	}

	@Test
	@SuppressWarnings("NullAway")
	void noTokenIsRejected() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.reader.tokens.require(null))
			.withMessageStartingWith("The token is null");
	}

	@Test
	void laterRequirementIsKept() {
		this.writer.scope().wrote(7);
		String token = this.writer.tokens.token();
		this.reader.scope().mustFind(this.reader.nanos + 8);
		this.reader.tokens.require(token);
		assertThat(this.reader.scope().lastWrite()).isEqualTo(this.reader.nanos + 8);
	}

	@Test
	void tokenWithoutAPositionCountsFromItsTimeOfIssueRoundedUp() {
		this.writer.answers = false;
		this.writer.scope().wrote(7);
		String token = this.writer.tokens.token();
		this.reader.tokens.require(token);
		assertThat(this.reader.scope().lastWrite()).isEqualTo(this.reader.nanos);
		Instance later = new Instance(3, SECRET);
		this.millis += 2_500;
		later.tokens.require(token);
		assertThat(later.scope().lastWrite()).isEqualTo(3 - TimeUnit.SECONDS.toNanos(2));
	}

	@Test
	void oldTokenRequiresNothing() {
		this.writer.scope().wrote(7);
		String token = this.writer.tokens.token();
		assertThat(this.writer.tokens.longest()).isEqualTo(Duration.ofSeconds(120));
		this.millis += 120_500;
		this.reader.tokens.require(token);
		assertThat(this.reader.scope().lastWrite()).isEqualTo(Sampler.NEVER);
		this.millis -= 1;
		this.reader.tokens.require(token);
		assertThat(this.reader.scope().lastWrite()).isNotEqualTo(Sampler.NEVER);
	}

	@Test
	void invalidTokenIsNamedButNotShown() {
		Instance stranger = new Instance(0, "another secret of the same length");
		String token = stranger.tokens.token();
		assertThatIllegalArgumentException().isThrownBy(() -> this.reader.tokens.require(token))
			.withMessageContaining("no token of this service")
			.satisfies((failure) -> assertThat(failure.getMessage()).doesNotContain(token));
		assertThat(this.reader.scope().lastWrite()).isEqualTo(Sampler.NEVER);
	}

	/**
	 * An instance whose positions are the times of the writer.
	 */
	private final class Instance implements PrimaryLog {

		private final long nanos;

		private final ReadScopes scopes = new ReadScopes();

		private final ReadTokens tokens;

		private final List<String> waits = new ArrayList<>();

		private boolean answers = true;

		private long asked = Sampler.NEVER;

		Instance(long nanos, String secret) {
			this.nanos = nanos;
			this.tokens = new ReadTokens(this.scopes, () -> this, this::waiting, secret, Duration.ofMinutes(1),
					() -> nanos, () -> ReadTokensTests.this.millis);
		}

		private Runnable waiting() {
			this.waits.add("waiting");
			return () -> this.waits.add("ended");
		}

		ReadScope scope() {
			return this.scopes.current();
		}

		@Override
		public byte @Nullable [] positionSince(long moment) {
			this.asked = moment;
			this.waits.add("asked");
			return this.answers ? ByteBuffer.allocate(Long.BYTES).putLong(moment).array() : null;
		}

		@Override
		public long momentOf(byte[] position) {
			return this.nanos + ByteBuffer.wrap(position).getLong();
		}

	}

}
