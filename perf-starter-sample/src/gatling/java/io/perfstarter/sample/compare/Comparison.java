package io.perfstarter.sample.compare;

import java.util.function.ToDoubleFunction;

/**
 * How a step is compared with one before it.
 *
 * @param before the name of the other step
 * @param by what is compared
 * @param reference the ratio measured on another system, empty if unknown
 * @param wanted how many times better it is to be, 0 if nothing is asked for
 */
record Comparison(String before, By by, String reference, double wanted) {

	/**
	 * What is compared.
	 */
	enum By {

		MEAN("mean", (result) -> 1 / result.figures().mean()),

		PER_SECOND("requests/s", (result) -> result.figures().perSecond());

		private final String text;

		private final ToDoubleFunction<Result> goodness;

		By(String text, ToDoubleFunction<Result> goodness) {
			this.text = text;
			this.goodness = goodness;
		}

		@Override
		public String toString() {
			return this.text;
		}

	}

	Comparison wanted(double ratio) {
		return new Comparison(this.before, this.by, this.reference, ratio);
	}

	/** How many times better the second is. */
	double ratio(Result first, Result second) {
		return this.by.goodness.applyAsDouble(second) / this.by.goodness.applyAsDouble(first);
	}

}
