package io.perfstarter.routing.freshness;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The last transaction of each replication domain of MariaDB. Positions are partially
 * ordered: one may be ahead in a domain and behind in another.
 *
 * @param last the last transactions, by domain
 * @param primary the id of the server that assigns the numbers, 0 on a replica
 */
record GtidPosition(Map<Long, Gtid> last, long primary) implements Position {

	private static final Pattern GTID = Pattern.compile("(\\d+)-(\\d+)-(\\d+)");

	/**
	 * Reads global transaction identifiers such as {@code 0-1-100,5-2-7}; those with the
	 * greatest number in their domain count.
	 */
	static GtidPosition of(String gtids, long primary) {
		Map<Long, Gtid> last = new HashMap<>();
		GTID.matcher(gtids)
			.results()
			.forEach((gtid) -> last.merge(Long.valueOf(gtid.group(1)),
					new Gtid(Long.parseLong(gtid.group(2)), Long.parseLong(gtid.group(3))), Gtid::later));
		return new GtidPosition(Map.copyOf(last), primary);
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

	/**
	 * A transaction of one domain.
	 *
	 * @param server the id of the server that has written it
	 * @param number its number in the domain
	 */
	record Gtid(long server, long number) {

		/**
		 * Returns whether the server at this transaction has executed another one. A
		 * server that takes over assigns numbers that its predecessor may have assigned,
		 * too: its own numbers only follow the position it has taken over.
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
