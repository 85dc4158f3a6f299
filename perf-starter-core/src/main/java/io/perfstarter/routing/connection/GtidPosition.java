package io.perfstarter.routing.connection;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The last transaction of each replication domain of MariaDB. Positions are partially
 * ordered: one may be ahead in a domain and behind in another.
 *
 * @param last the last transactions, by domain
 * @param primary the id of the server that assigns the numbers, 0 on a replica
 * @param database the database of the connection, {@code null} if unknown
 */
record GtidPosition(Map<Long, Gtid> last, long primary, @Nullable String database) implements Position {

	private static final byte KIND = 'G';

	private static final int HEAD = 1 + Integer.BYTES;

	private static final int ENTRY = 2 * Integer.BYTES + Long.BYTES;

	private static final Pattern GTID = Pattern.compile("(\\d+)-(\\d+)-(\\d+)");

	/**
	 * Reads global transaction identifiers such as {@code 0-1-100,5-2-7}. In each domain
	 * the greatest number counts.
	 */
	static GtidPosition of(String gtids, long primary, @Nullable String database) {
		Map<Long, Gtid> last = new HashMap<>();
		GTID.matcher(gtids)
			.results()
			.forEach((gtid) -> last.merge(Long.valueOf(gtid.group(1)),
					new Gtid(Long.parseLong(gtid.group(2)), Long.parseLong(gtid.group(3))), Gtid::later));
		return new GtidPosition(Map.copyOf(last), primary, database);
	}

	/**
	 * Reads what {@link #encode()} has written.
	 * @param encoded the bytes
	 * @return the position, {@code null} if the bytes are another kind of position
	 */
	static @Nullable GtidPosition decode(byte[] encoded) {
		ByteBuffer buffer = ByteBuffer.wrap(encoded);
		if (encoded.length < HEAD || (encoded.length - HEAD) % ENTRY != 0 || buffer.get() != KIND) {
			return null;
		}
		long primary = Integer.toUnsignedLong(buffer.getInt());
		Map<Long, Gtid> last = new HashMap<>();
		while (buffer.hasRemaining()) {
			last.put(Integer.toUnsignedLong(buffer.getInt()),
					new Gtid(Integer.toUnsignedLong(buffer.getInt()), buffer.getLong()));
		}
		return new GtidPosition(Map.copyOf(last), primary, null);
	}

	// MariaDB numbers domains and servers with 32 bits.
	@Override
	public byte[] encode() {
		ByteBuffer buffer = ByteBuffer.allocate(HEAD + ENTRY * this.last.size()).put(KIND).putInt((int) this.primary);
		this.last
			.forEach((domain, gtid) -> buffer.putInt(domain.intValue()).putInt((int) gtid.server).putLong(gtid.number));
		return buffer.array();
	}

	@Override
	public boolean includes(Position other) {
		return other instanceof GtidPosition position
				&& (this.primary == 0 || position.primary == 0 || this.primary == position.primary)
				&& position.last.entrySet().stream().allMatch((entry) -> {
					Gtid mine = this.last.get(entry.getKey());
					return mine != null && mine.includes(entry.getValue(), position.primary);
				});
	}

	@Override
	public boolean isAheadOf(Position primary) {
		return primary instanceof GtidPosition position && position.last.entrySet().stream().anyMatch((entry) -> {
			Gtid mine = this.last.get(entry.getKey());
			return mine != null && mine.number > entry.getValue().number;
		});
	}

	@Override
	public @Nullable String whyForeign(Position primary) {
		return (primary instanceof GtidPosition position && this.database != null && position.database != null
				&& !this.database.equalsIgnoreCase(position.database))
						? "The replica is one of database '%s', but the primary is '%s'".formatted(this.database,
								position.database)
						: null;
	}

	/**
	 * A transaction of one domain.
	 *
	 * @param server the id of the server that has written it
	 * @param number its number in the domain
	 */
	record Gtid(long server, long number) {

		/**
		 * Returns whether a server that has this transaction has the other one, too. A
		 * new primary may assign the numbers of lost transactions again. A greater number
		 * of another server therefore counts only if that server is the primary.
		 */
		private boolean includes(Gtid other, long primary) {
			return (this.server == other.server) ? this.number >= other.number
					: this.server == primary && this.number > other.number;
		}

		private static Gtid later(Gtid one, Gtid other) {
			return (one.number >= other.number) ? one : other;
		}

	}

}
