package io.perfstarter.warmup.run;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.perfstarter.warmup.WarmupGate;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Opens all {@link WarmupGate} beans together, once. Thread-safe.
 */
public final class Gates {

	private static final Log logger = LogFactory.getLog(Gates.class);

	private final Supplier<List<WarmupGate>> gates;

	private final AtomicBoolean open = new AtomicBoolean();

	/**
	 * Creates the gates.
	 * @param gates supplies the gates in their order; called when they are opened
	 */
	public Gates(Supplier<List<WarmupGate>> gates) {
		this.gates = gates;
	}

	/**
	 * Opens the gates, unless they are already open. An exception of a gate is logged.
	 */
	public void open() {
		if (!this.open.compareAndSet(false, true)) {
			return;
		}
		try {
			this.gates.get().forEach(Gates::open);
		}
		catch (Throwable ex) {
			logger.error("Could not look up the WarmupGate beans; their gates stay closed", ex);
		}
	}

	private static void open(WarmupGate gate) {
		try {
			gate.open();
		}
		catch (Throwable ex) {
			logger.error("Could not open a gate after the warm-up: " + gate, ex);
		}
	}

}
