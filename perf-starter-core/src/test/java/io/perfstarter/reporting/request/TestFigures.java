package io.perfstarter.reporting.request;

/**
 * Figures of a thread that a test sets.
 */
class TestFigures extends ThreadFigures {

	boolean known = true;

	long cpu = 7;

	long bytes = 8;

	@Override
	boolean areMeasured() {
		return this.known;
	}

	@Override
	long cpuTime() {
		return this.cpu;
	}

	@Override
	long allocated() {
		return this.bytes;
	}

}
