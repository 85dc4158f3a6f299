package io.perfstarter.coherence.simulation;

/**
 * The value of a row: which of its versions it is.
 *
 * @param row the row
 * @param number zero for the first
 */
record Version(Row row, int number) {

	@Override
	public String toString() {
		return this.row + " v" + this.number;
	}

}
