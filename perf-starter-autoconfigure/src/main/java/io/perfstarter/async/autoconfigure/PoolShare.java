package io.perfstarter.async.autoconfigure;

import java.util.function.IntSupplier;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * What executors may have of a pool of connections: its size, as it is at the moment,
 * less what is left to others, and at least one.
 */
final class PoolShare implements IntSupplier {

	private static final String PROPERTY = AsyncProperties.PREFIX + ".pool-reserve";

	private final IntSupplier size;

	private final int number;

	private final boolean percent;

	/**
	 * Takes the rule.
	 * @param size how many connections the pool may have
	 * @param reserve a percentage, or a number of connections
	 * @throws InvalidConfigurationPropertyValueException if it is neither
	 */
	PoolShare(IntSupplier size, String reserve) {
		this.size = size;
		this.percent = reserve.endsWith("%");
		String digits = (this.percent) ? reserve.substring(0, reserve.length() - 1) : reserve;
		if (!digits.matches("\\d{1,6}") || (this.percent && Integer.parseInt(digits) > 100)) {
			throw new InvalidConfigurationPropertyValueException(PROPERTY, reserve,
					"It must be a percentage, such as 50%, or a number of connections.");
		}
		this.number = Integer.parseInt(digits);
	}

	/**
	 * Whether the reserve leaves nothing, so that the one permit is taken from it.
	 */
	boolean isTooSmall() {
		return rest() < 1;
	}

	@Override
	public int getAsInt() {
		return Math.max(1, rest());
	}

	private int rest() {
		int size = this.size.getAsInt();
		return size - ((this.percent) ? (int) Math.ceil(size * this.number / 100.0) : this.number);
	}

}
