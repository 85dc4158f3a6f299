package io.perfstarter.sample.slow;

import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/**
 * A bean that takes long to make.
 */
@Lazy
@Component
class PriceList {

	private final int size = SlowController.CHURN.take(600);

	int size() {
		return this.size;
	}

}
