package io.perfstarter.sample.orders;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.perfstarter.sample.orders.OrderLoad.Answer;

/**
 * What one form has done with the orders of all clients, once.
 *
 * @param perSecond accepted orders, from the first one sent to the last one answered
 * @param p50 the median of their times, in milliseconds
 * @param p99 the 99th percentile
 * @param p999 the 99.9th percentile
 * @param longest the longest
 * @param doneAfter when the last update in the background was done, in seconds after the
 * first order was sent
 * @param heap the most that was in use of the heap, in megabytes
 * @param refused orders refused by the gate
 * @param lost tasks lost by the executor
 * @param forgotten orders whose update never came
 * @param failed orders with no answer, or with another one
 * @param accepted orders that were accepted
 * @param early those answered before their update in the background ended
 */
record Round(double perSecond, double p50, double p99, double p999, double longest, double doneAfter, double heap,
		double refused, double lost, double forgotten, double failed, double accepted, double early) {

	static Round of(List<Answer> answers, Map<Long, Instant> updates, double doneAfter, long heap, long lost,
			int forgotten) {
		double[] millis = answers.stream().filter(Answer::isAccepted).mapToDouble(Answer::millis).sorted().toArray();
		long begin = answers.stream().mapToLong(Answer::begin).min().orElseThrow();
		long end = answers.stream().mapToLong(Answer::end).max().orElseThrow();
		long refused = answers.stream().filter((answer) -> answer.status() == 503 && answer.byGate()).count();
		long early = answers.stream()
			.filter(Answer::isAccepted)
			.filter((answer) -> updates.getOrDefault(answer.id(), Instant.MAX).isAfter(answer.at()))
			.count();
		return new Round(millis.length / ((end - begin) / 1e9), percentile(millis, 0.5), percentile(millis, 0.99),
				percentile(millis, 0.999), percentile(millis, 1), doneAfter, heap, refused, lost, forgotten,
				answers.size() - millis.length - refused, millis.length, early);
	}

	private static double percentile(double[] sorted, double share) {
		return (sorted.length != 0) ? sorted[(int) Math.ceil(share * sorted.length) - 1] : Double.NaN;
	}

	double earlyShare() {
		return this.early / this.accepted;
	}

}
