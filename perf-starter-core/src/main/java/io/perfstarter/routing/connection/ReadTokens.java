package io.perfstarter.routing.connection;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.perfstarter.routing.ReadYourWrites;
import io.perfstarter.support.Signer;
import io.perfstarter.support.WaitListener;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * Issues and accepts {@link ReadToken}s for the current {@link ReadScope}.
 */
public final class ReadTokens implements ReadYourWrites {

	// The accepted difference between the clocks of two instances.
	private static final Duration CLOCKS = Duration.ofMinutes(1);

	private final ReadScopes scopes;

	private final Supplier<? extends PrimaryLog> log;

	private final WaitListener waits;

	private final Signer signer;

	private final Duration longest;

	private final LongSupplier nanos;

	private final LongSupplier millis;

	/**
	 * Creates an issuer for the scopes of one routing.
	 * @param scopes the scopes
	 * @param routing supplies the routing
	 * @param waits receives the waits for positions
	 * @param secret the secret of all instances
	 * @param lag the maximum lag of a replica that serves reads
	 */
	public ReadTokens(ReadScopes scopes, Supplier<Routing> routing, WaitListener waits, String secret, Duration lag) {
		this(scopes, () -> routing.get().log(), waits, secret, lag, System::nanoTime, System::currentTimeMillis);
	}

	ReadTokens(ReadScopes scopes, Supplier<? extends PrimaryLog> log, WaitListener waits, String secret, Duration lag,
			LongSupplier nanos, LongSupplier millis) {
		this.scopes = scopes;
		this.log = log;
		this.waits = waits;
		this.signer = new Signer(secret);
		this.longest = lag.plus(CLOCKS);
		this.nanos = nanos;
		this.millis = millis;
	}

	/**
	 * Returns the age from which reads ignore a token.
	 */
	Duration longest() {
		return this.longest;
	}

	@Override
	public String token() {
		return token(this.scopes.current());
	}

	String token(ReadScope scope) {
		long moment = scope.lastWrite();
		if (moment == Sampler.NEVER) {
			return new ReadToken(0, null).sign(this.signer);
		}
		byte[] position = positionSince(moment);
		// Rounded up, because the time of issue must not be before the write.
		return new ReadToken(this.millis.getAsLong() / 1_000 + 1, position).sign(this.signer);
	}

	private byte @Nullable [] positionSince(long moment) {
		Runnable ended = this.waits.waiting();
		try {
			return this.log.get().positionSince(moment);
		}
		finally {
			ended.run();
		}
	}

	@Override
	public void require(String token) {
		Assert.notNull(token, "The token is null: the sender has set none, so what it has written is unknown");
		if (!accept(token, this.scopes.current())) {
			throw new IllegalArgumentException(
					"The text is no token of this service: it was changed, or signed with another secret");
		}
	}

	/**
	 * Requires that reads of a scope find what a token stands for.
	 * @return {@code false} if the text is no valid token
	 */
	boolean accept(String text, ReadScope scope) {
		ReadToken token = ReadToken.parse(text, this.signer);
		if (token == null) {
			return false;
		}
		Duration age = Duration.ofMillis(this.millis.getAsLong() - token.issuedAt() * 1_000);
		if (age.compareTo(this.longest) < 0) {
			scope.mustFind(momentOf(token, age));
		}
		return true;
	}

	private long momentOf(ReadToken token, Duration age) {
		byte[] position = token.position();
		if (position != null) {
			return this.log.get().momentOf(position);
		}
		return this.nanos.getAsLong() - (age.isNegative() ? 0 : age.toNanos());
	}

}
