package io.perfstarter.reporting.machine;

import io.perfstarter.reporting.machine.CollectionListener.CollectionSummary;

/**
 * Creates objects that G1 calls humongous, beside small ones that are kept for as long as
 * is wanted, and writes what was heard to live as soon as it is known, or -1 after some
 * collections.
 */
final class HumongousMain {

	private static final int COLLECTIONS = 50;

	private static final int SMALL = 50_000;

	private HumongousMain() {
	}

	public static void main(String[] args) {
		byte[][] kept = new byte[Integer.getInteger("kept")][];
		byte[] humongous = {};
		long live = -1;
		try (CollectionListener listener = CollectionListener.ofThisJvm()) {
			for (int collections = 0, i = 0; collections < COLLECTIONS && live == -1; i++) {
				kept[i % kept.length] = new byte[SMALL];
				humongous = (i % 40 != 0) ? humongous : new byte[40 * SMALL];
				CollectionSummary heard = listener.next();
				collections += (heard.longestPause() > 0) ? 1 : 0;
				live = heard.live();
			}
		}
		System.out.println(live);
	}

}
