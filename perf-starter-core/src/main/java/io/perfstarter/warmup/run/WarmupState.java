package io.perfstarter.warmup.run;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

import io.perfstarter.warmup.WarmupGate;
import io.perfstarter.warmup.WarmupPhase;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * The state of the instance from its start to its stop: the phase of the warm-up, whether
 * the gates are open, and the secret that identifies warm-up requests. The secret is
 * generated at each start and not valid after the warm-up. Thread-safe: guarded by its
 * own lock, which is not held while the gates open.
 */
public final class WarmupState {

	/**
	 * The request header that carries the secret of the warm-up.
	 */
	static final String HEADER = "Perf-Starter-Warmup";

	private static final Log logger = LogFactory.getLog(WarmupState.class);

	private final Supplier<List<WarmupGate>> gates;

	private final String nonce = UUID.randomUUID().toString();

	private volatile WarmupPhase phase = WarmupPhase.PENDING;

	private volatile boolean open;

	private volatile boolean closed;

	private boolean accepting;

	/**
	 * Creates the state of a starting application.
	 * @param gates supplies the gates in their order; called when they are opened
	 */
	public WarmupState(Supplier<List<WarmupGate>> gates) {
		this.gates = gates;
	}

	String nonce() {
		return this.nonce;
	}

	/**
	 * Returns whether a request was sent by the warm-up.
	 * @param headers returns the value of a header, {@code null} if absent
	 * @return whether it is a warm-up request
	 */
	public boolean isOwn(Function<String, @Nullable String> headers) {
		String nonce = headers.apply(HEADER);
		return nonce != null && phase() == WarmupPhase.RUNNING && MessageDigest
			.isEqual(nonce.getBytes(StandardCharsets.UTF_8), this.nonce.getBytes(StandardCharsets.UTF_8));
	}

	WarmupPhase phase() {
		return this.phase;
	}

	/**
	 * Enters a phase if {@code from} is the current phase.
	 * @return whether the phase was entered
	 */
	synchronized boolean move(WarmupPhase from, WarmupPhase to) {
		boolean moved = this.phase == from;
		if (moved) {
			this.phase = to;
		}
		return moved;
	}

	/**
	 * Skips the warm-up if it has not begun.
	 * @return whether the warm-up is skipped
	 */
	public boolean skip() {
		return move(WarmupPhase.PENDING, WarmupPhase.SKIPPED);
	}

	/**
	 * Records that the application accepts traffic.
	 */
	public void accept() {
		synchronized (this) {
			this.accepting = true;
		}
		open();
	}

	/**
	 * Records that the application stops. The gates do not open afterwards.
	 * @return whether the warm-up was still running
	 */
	synchronized boolean close() {
		this.closed = true;
		return move(WarmupPhase.RUNNING, WarmupPhase.STOPPED) || move(WarmupPhase.PENDING, WarmupPhase.STOPPED);
	}

	/**
	 * Opens all gates, once, if the warm-up has ended, successfully or not, and the
	 * application accepts traffic. An exception of a gate is logged.
	 */
	void open() {
		synchronized (this) {
			if (this.open || !this.accepting || this.closed || !isOver()) {
				return;
			}
			this.open = true;
		}
		try {
			this.gates.get().forEach(WarmupState::open);
		}
		catch (Throwable ex) {
			logger.error("Could not look up the WarmupGate beans; their gates stay closed", ex);
		}
	}

	private boolean isOver() {
		return switch (this.phase) {
			case SUCCEEDED, FAILED, SKIPPED -> true;
			case PENDING, RUNNING, STOPPED -> false;
		};
	}

	private static void open(WarmupGate gate) {
		try {
			gate.open();
		}
		catch (Throwable ex) {
			logger.error("Could not open a gate after the warm-up: " + gate, ex);
		}
	}

	/**
	 * Returns whether the gates are open.
	 * @return {@code true} after the warm-up
	 */
	public boolean isOpen() {
		return this.open;
	}

	/**
	 * Returns whether the application stops.
	 * @return {@code true} from the start of the shutdown
	 */
	public boolean isClosed() {
		return this.closed;
	}

}
