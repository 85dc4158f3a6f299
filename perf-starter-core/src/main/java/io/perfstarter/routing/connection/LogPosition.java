package io.perfstarter.routing.connection;

import java.nio.ByteBuffer;

import org.jspecify.annotations.Nullable;

/**
 * A position in a log that is numbered in bytes. Positions of different timelines or
 * clusters are not comparable.
 *
 * @param bytes the length of the log up to the position
 * @param timeline the timeline, 0 if unknown; a replica does not report it
 * @param cluster the identifier of cluster and database, 0 if unknown
 */
record LogPosition(long bytes, long timeline, long cluster) implements Position {

	private static final byte KIND = 'L';

	private static final int LENGTH = 1 + 2 * Long.BYTES + Integer.BYTES;

	/**
	 * Reads what {@link #encode()} has written.
	 * @param encoded the bytes
	 * @return the position, {@code null} if the bytes are another kind of position
	 */
	static @Nullable LogPosition decode(byte[] encoded) {
		ByteBuffer buffer = ByteBuffer.wrap(encoded);
		return (encoded.length == LENGTH && buffer.get() == KIND)
				? new LogPosition(buffer.getLong(), Integer.toUnsignedLong(buffer.getInt()), buffer.getLong()) : null;
	}

	// PostgreSQL numbers timelines with 32 bits.
	@Override
	public byte[] encode() {
		return ByteBuffer.allocate(LENGTH)
			.put(KIND)
			.putLong(this.bytes)
			.putInt((int) this.timeline)
			.putLong(this.cluster)
			.array();
	}

	@Override
	public boolean includes(Position other) {
		return other instanceof LogPosition position && isOfSameLog(position) && this.bytes >= position.bytes;
	}

	private boolean isOfSameLog(LogPosition other) {
		if (this.timeline == 0 || other.timeline == 0) {
			return !isForeign(other);
		}
		return this.timeline == other.timeline && this.cluster == other.cluster;
	}

	private boolean isForeign(LogPosition other) {
		return this.cluster != 0 && other.cluster != 0 && this.cluster != other.cluster;
	}

	// Ignores the timeline, which a replica does not report.
	@Override
	public boolean isAheadOf(Position primary) {
		return primary instanceof LogPosition position && this.bytes > position.bytes;
	}

	@Override
	public @Nullable String whyForeign(Position primary) {
		return (primary instanceof LogPosition position && isForeign(position))
				? "The replica is one of cluster and database %s, but the primary is in %s".formatted(this.cluster,
						position.cluster)
				: null;
	}

}
