package io.perfstarter.routing.freshness;

/**
 * A position in a log that is numbered in bytes.
 *
 * @param bytes the length of the log up to the position
 */
record LogPosition(long bytes) implements Position {

	@Override
	public boolean includes(Position other) {
		return other instanceof LogPosition position && this.bytes >= position.bytes;
	}

}
