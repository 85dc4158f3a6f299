package io.perfstarter.async.autoconfigure;

import java.util.function.IntSupplier;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Computes the concurrency limit of the executors of a connection pool: its current size
 * minus the reserve, at least 1.
 */
final class PoolShare implements IntSupplier {

	private static final String PROPERTY = AsyncProperties.PREFIX + ".pool-reserve";

	private final IntSupplier size;

	private final int number;

	private final boolean percent;

	/**
	 * Creates the share.
	 * @param size supplies the maximum size of the pool
	 * @param reserve a percentage, or a number of connections
	 * @throws InvalidConfigurationPropertyValueException if the reserve is neither
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
	 * Returns whether the reserve covers the whole pool, so that the limit of 1 exceeds
	 * the share.
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
