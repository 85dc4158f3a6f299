package io.perfstarter.warmup;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * All gates, which open together and once. Thread-safe.
 */
public final class Gates {

	private static final Log logger = LogFactory.getLog(Gates.class);

	private final Supplier<List<WarmupGate>> gates;

	private final AtomicBoolean open = new AtomicBoolean();

	/**
	 * Takes them.
	 * @param gates which, in this order; asked when it is time to open them
	 */
	public Gates(Supplier<List<WarmupGate>> gates) {
		this.gates = gates;
	}

	/**
	 * Opens them, if they are not open. What one throws is logged.
	 */
	public void open() {
		if (!this.open.compareAndSet(false, true)) {
			return;
		}
		try {
			this.gates.get().forEach(Gates::open);
		}
		catch (Throwable ex) {
			logger.error("The gates after the warm-up cannot be found, and stay closed", ex);
		}
	}

	private static void open(WarmupGate gate) {
		try {
			gate.open();
		}
		catch (Throwable ex) {
			logger.error("A gate does not open after the warm-up: " + gate, ex);
		}
	}

}
