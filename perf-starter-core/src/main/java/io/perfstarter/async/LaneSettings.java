package io.perfstarter.async;

import java.time.Duration;
import java.util.function.IntSupplier;

import org.jspecify.annotations.Nullable;

/**
 * What a lane is to be like.
 *
 * @param permits how many of its tasks run at once; asked again for each
 * @param room how many may wait
 * @param maxWait for how long one waits at most
 * @param runTimeout for how long one runs at most before it is interrupted, {@code null}
 * for as long as it takes
 * @param onFull what happens to those for which there is no room
 * @param maxSubmitWait for how long a caller waits for room, with {@link OnFull#WAIT}
 * @param submit when a task that is submitted in a transaction comes to the lane
 */
public record LaneSettings(IntSupplier permits, int room, Duration maxWait, @Nullable Duration runTimeout,
		OnFull onFull, @Nullable Duration maxSubmitWait, Submit submit) {

	/**
	 * What happens to a task for which there is no room.
	 */
	public enum OnFull {

		/**
		 * The caller gets an exception.
		 */
		REJECT,

		/**
		 * It is counted and forgotten, its future fails; the caller goes on.
		 */
		DROP,

		/**
		 * The caller waits for room, up to a limit, and then gets an exception.
		 */
		WAIT

	}

	/**
	 * When a task that is submitted in a transaction comes to the lane.
	 */
	public enum Submit {

		/**
		 * At once.
		 */
		IMMEDIATE,

		/**
		 * After the commit, and not at all after a rollback.
		 */
		AFTER_COMMIT

	}

}
