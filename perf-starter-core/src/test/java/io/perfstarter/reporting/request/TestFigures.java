package io.perfstarter.reporting.request;

import java.util.stream.LongStream;

/**
 * Figures of a thread that a test sets.
 */
class TestFigures extends ThreadFigures {

	long cpu = 7;

	long bytes = 8;

	@Override
	long cpuTime() {
		return this.cpu;
	}

	@Override
	long[] cpuTimes(long... ids) {
		return LongStream.of(ids).map((id) -> this.cpu).toArray();
	}

	@Override
	long allocated() {
		return this.bytes;
	}

}
