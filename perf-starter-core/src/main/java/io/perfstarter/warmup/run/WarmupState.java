package io.perfstarter.warmup.run;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

import io.perfstarter.warmup.WarmupPhase;
import org.jspecify.annotations.Nullable;

/**
 * The phase of the warm-up, and the secret that identifies warm-up requests. The secret
 * is generated at each start and not valid after the warm-up. Thread-safe: guarded by its
 * own lock.
 */
public final class WarmupState {

	/**
	 * The request header that carries the secret of the warm-up.
	 */
	static final String HEADER = "Perf-Starter-Warmup";

	private static final int NONCE_BYTES = 18;

	private final String nonce;

	private volatile WarmupPhase phase = WarmupPhase.PENDING;

	private volatile boolean open;

	private volatile boolean closed;

	private boolean accepting;

	/**
	 * Creates the state of a starting application.
	 */
	public WarmupState() {
		byte[] random = new byte[NONCE_BYTES];
		new SecureRandom().nextBytes(random);
		this.nonce = Base64.getUrlEncoder().encodeToString(random);
	}

	String nonce() {
		return this.nonce;
	}

	/**
	 * Returns whether a request was sent by the warm-up.
	 * @param nonce the value of the header, {@code null} if absent
	 * @return whether it is a warm-up request
	 */
	boolean isOwn(@Nullable String nonce) {
		return nonce != null && phase() == WarmupPhase.RUNNING && MessageDigest
			.isEqual(nonce.getBytes(StandardCharsets.UTF_8), this.nonce.getBytes(StandardCharsets.UTF_8));
	}

	WarmupPhase phase() {
		return this.phase;
	}

	/**
	 * Enters a phase, unless the warm-up was stopped.
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
	 * Records that the application accepts traffic.
	 */
	synchronized void accept() {
		this.accepting = true;
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
	 * Opens the instance to requests if the warm-up has ended, successfully or not, and
	 * the application accepts traffic.
	 * @return whether this call opened the instance
	 */
	synchronized boolean open() {
		boolean opens = !this.open && this.accepting && !this.closed && isOver();
		if (opens) {
			this.open = true;
		}
		return opens;
	}

	private boolean isOver() {
		return switch (this.phase) {
			case SUCCEEDED, FAILED, SKIPPED -> true;
			case PENDING, RUNNING, STOPPED -> false;
		};
	}

	/**
	 * Returns whether requests are accepted.
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

	/**
	 * Returns whether the application accepts requests from the network.
	 * @return {@code false} also without a web server
	 */
	public boolean isServing() {
		return isOpen() && this.phase != WarmupPhase.SKIPPED;
	}

}
